"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { InlineBanner } from "@/components/ui/inline-banner";
import { onSubmit } from "@/components/ui/on-submit";
import { useShortcuts } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast-store";
import { VersionMessage } from "@/components/ui/version-message";
import { failureWords } from "@/lib/client/failure-words";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { objectPath, tablePath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { NewerVersion } from "@/lib/queries/publish-over";
import { saveTableEdits } from "@/lib/queries/tables-save";
import { countEdits, readCellKey, type TableEdits, updatesOf } from "@/lib/table/edits";

import type { Edits } from "./use-edits";

interface SaveBarProps {
  state: Edits;
  /** Number of rows in the table. */
  count: number;
  version: ObjectVersion;
  latest: ObjectVersion;
  onClose: () => void;
}

/** What was changed, and how it is saved: as one version, over the one that was the latest when the edits began. */
export function SaveBar({ state, count, version, latest, onClose }: SaveBarProps) {
  const { edits, isChanged, change, replaces, draft } = state;
  const { project_id: projectId, object_id: name, version_index: index } = version;
  const router = useRouter();
  const [refused, setRefused] = useState<{ edits: TableEdits; why: string }>();
  // The problem may have been corrected since.
  const problem = refused?.edits === edits ? refused.why : undefined;
  const save = useMutation(saveTableEdits());
  const { error } = save;
  const newer = error instanceof NewerVersion ? error : undefined;
  const submit = (over: string) => {
    if (save.isPending) return;
    const updates = updatesOf(edits, count);
    const why = invalidWords(edits) ?? (updates.length === 0 ? "Nothing was changed yet." : undefined);
    if (why !== undefined) return setRefused({ edits, why });
    const saved = save.mutateAsync(
      { version, updates, replaces: over, message: edits.message.trim() },
      {
        onSuccess: (made) => {
          toast({ title: `Saved ${versionName(made.version_index)} of ${name}` });
          router.push(tablePath(projectId, made.digest));
        },
      },
    );
    // Also runs after the page was left; an error is shown here.
    saved.then(draft.clear, () => undefined);
  };
  useShortcuts("Dataset", [
    { keys: "mod+enter", description: "Save version", whileTyping: true, run: () => submit(replaces) },
  ]);
  const from = draft.restoredAbout ?? versionName(index);
  return (
    <form
      aria-label="Save version"
      noValidate
      onSubmit={onSubmit(() => submit(replaces))}
      className="grid shrink-0 gap-2 border-t border-line bg-page px-4 py-2"
    >
      {newer && (
        <InlineBanner tone="warning">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-48 flex-1">
              {newer.message} Your rows are based on {from} and kept as a draft.
            </span>
            <span className="flex flex-wrap gap-2">
              <Link
                href={objectPath(projectId, { kind: newer.version.kind, name, digest: newer.version.digest })}
                className={buttonClass("secondary", "small")}
              >
                Show it
              </Link>
              <Button size="small" onClick={() => submit(newer.version.digest)}>
                Save anyway
              </Button>
            </span>
          </span>
        </InlineBanner>
      )}
      {problem !== undefined && <InlineBanner tone="error">Could not save: {problem}</InlineBanner>}
      {error && !newer && <InlineBanner tone="error">{failureWords(error, "Could not store the table")}</InlineBanner>}
      <DraftNote draft={draft}>
        {latest.digest !== version.digest && (
          <span className="text-warning">
            Based on {from}; the latest is {versionName(latest.version_index)}.
          </span>
        )}
      </DraftNote>
      <p role="status" className="min-w-0 text-meta text-muted">
        {editWords(edits, count)}
        {draft.restoredAt === undefined && latest.digest !== version.digest && (
          <span className="text-warning">
            {" "}
            · Based on {versionName(index)}; the latest is {versionName(latest.version_index)}.
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <VersionMessage
            message={edits.message}
            placeholder="What you changed and why"
            onChange={(message) => change({ ...edits, message }, "message")}
          />
        </div>
        <div className="ml-auto flex gap-2">
          <Button onClick={onClose}>{isChanged ? "Close, keep draft" : "Close"}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? "Saving" : "Save version"}
          </Button>
        </div>
      </div>
    </form>
  );
}

function editWords(edits: TableEdits, count: number): string {
  const { changed, added, deleted } = countEdits(edits, count);
  const words = [
    ...(changed > 0 ? [`${counted(changed, "row")} changed`] : []),
    ...(added > 0 ? [`${formatCount(added)} added`] : []),
    ...(deleted > 0 ? [`${formatCount(deleted)} deleted`] : []),
  ];
  return words.length === 0 ? "No changes yet." : words.join(" · ");
}

/** The first cell whose text is not valid JSON; undefined if there is none in a row that is kept. */
function invalidWords({ typed, deleted }: TableEdits): string | undefined {
  const cells = [...typed.keys()].map(readCellKey).filter(({ at }) => !deleted.has(at));
  const [first] = cells;
  if (!first) return undefined;
  const cell = first.path === undefined || first.path === "" ? "" : `, ${first.path}`;
  const others = cells.length > 1 ? `, and ${counted(cells.length - 1, "other value")}` : "";
  return `row ${formatCount(first.at)}${cell}${others}: not valid JSON.`;
}
