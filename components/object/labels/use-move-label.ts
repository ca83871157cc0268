"use client";

import { useMutation } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";

import { toast } from "@/components/ui/toast-store";
import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath, withSearch } from "@/lib/format/address";
import { moveBody, moveLabel } from "@/lib/queries/labels";

/** Moves labels to a version or removes them from it, and offers to undo it. */
export function useMoveLabel(version: ObjectVersion) {
  const move = useMutation(moveLabel());
  const [router, pathname, search] = [useRouter(), usePathname(), useSearchParams()];
  const { project_id: projectId, object_id: name, kind } = version;
  const word = versionName(version.version_index);
  return {
    /** The label that is being moved. */
    moving: move.isPending ? move.variables.label : undefined,
    /** `from` is the digest that the label is on, or null. Returns whether the label was moved. */
    run: (label: string, isOn: boolean, from: string | null): Promise<boolean> => {
      const wanted = { projectId, name, label, digest: isOn ? version.digest : null, replaces: from };
      const sent = move.mutateAsync(wanted);
      afterChange(sent, `Could not ${isOn ? "move" : "remove"} the label`, ({ digest, replaced }) => {
        if (digest === replaced) return void toast({ title: `${label} is on ${word} already` });
        // The address of the label would lead nowhere.
        if (!isOn && pathname === objectPath(projectId, { kind, name, digest: label }))
          router.replace(withSearch(objectPath(projectId, { kind, name, digest: version.digest }), search));
        offerUndo({
          id: `label ${projectId} ${name} ${label}`,
          title: isOn ? `Moved ${label} to ${word}` : `Removed ${label} from ${word}`,
          requests: [undoWith("objLabelsSet", moveBody({ ...wanted, digest: replaced, replaces: digest }))],
          refreshes: ["objects"],
        });
      });
      return sent.then(
        () => true,
        () => false,
      );
    },
  };
}
