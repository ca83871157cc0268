"use client";

import { useQuery } from "@tanstack/react-query";

import { Fold } from "@/components/ui/fold";
import { Skeleton } from "@/components/ui/skeleton";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectLabels } from "@/lib/queries/labels";
import { projectSettings } from "@/lib/queries/projects";
import { useMay } from "@/lib/queries/use-may";

import { LabelHistory } from "./label-history";
import { LabelLine } from "./label-line";
import { NewLabel } from "./new-label";
import { shownLabels } from "./shown-labels";
import { useMoveLabel } from "./use-move-label";

/** The labels of an object, ticked if they are on the version; and the history of their moves. */
export function LabelList({ version }: { version: ObjectVersion }) {
  const object = { projectId: version.project_id, name: version.object_id };
  const { data: labels, error } = useQuery(objectLabels(object));
  const { data: settings, error: settingsError } = useQuery(projectSettings(object.projectId));
  const mayMove = useMay(object.projectId, "member");
  const isAdmin = useMay(object.projectId, "admin");
  const move = useMoveLabel(version);
  const failure = error ?? settingsError;
  if (failure)
    return (
      <p role="alert" className="px-2 py-1 text-meta text-error">
        Could not load the labels: {failure.message}
      </p>
    );
  // Shown whole, or the form would move from under the pointer when the list arrives.
  if (!labels || !settings)
    return (
      <div aria-busy aria-label="Loading labels" role="status" className="p-2">
        <Skeleton className="w-2/3" />
      </div>
    );
  const shown = shownLabels(labels, settings.protected_labels);
  return (
    <>
      <h2 className="px-2 pt-1 pb-0.5 text-label text-muted">Labels on {versionName(version.version_index)}</h2>
      <ul aria-label="Labels">
        {shown.map((one) => (
          <LabelLine
            key={one.label}
            version={version}
            shown={one}
            mayMove={mayMove && (isAdmin || !one.isProtected)}
            isAdmin={isAdmin}
            isMoving={move.moving === one.label}
            onMove={(isOn) => void move.run(one.label, isOn, one.on?.digest ?? null)}
          />
        ))}
      </ul>
      <div className="mt-1 grid gap-2 border-t border-line p-2">
        {mayMove ? (
          <NewLabel
            version={version}
            onAdd={(label) => move.run(label, true, labels.find((one) => one.label === label)?.digest ?? null)}
          />
        ) : (
          <p className="text-meta text-muted">Moving labels requires the member role on this project.</p>
        )}
        <Fold summary="History">
          <LabelHistory {...object} />
        </Fold>
      </div>
    </>
  );
}
