"use client";

import { DraftNote } from "@/components/ui/draft-note";
import { useDraft } from "@/components/ui/use-draft";
import { FilterError } from "@/lib/filter/filter";
import {
  changePart,
  type Draft,
  type DraftGroup,
  type DraftPath,
  fromDraft,
  parseBuilderDraft,
  toDraft,
} from "@/lib/filter/builder";
import { formatFilter } from "@/lib/filter/format-filter";

import { BuilderGroup } from "./builder-group";
import { readFilter } from "./filters";
import { useSyncedDraft } from "./use-synced-draft";

interface FilterBuilderProps {
  projectId: string;
  q: string;
  onChange: (q: string) => void;
}

/** The filter as conditions in nested groups. */
export function FilterBuilder({ projectId, q, onChange }: FilterBuilderProps) {
  const [synced, setSynced] = useSyncedDraft(q, readDraft, writeDraft, onChange);
  // Unfinished conditions are not in the address; they are kept as a draft of the filter that they started from.
  const kept = useDraft(`filter conditions:${projectId}:${q}`);
  const draft = parseBuilderDraft(kept.text) ?? synced;
  const setDraft = (next: DraftGroup) => {
    setSynced(next);
    kept.setText(writeDraft(next) === undefined ? JSON.stringify(next) : "");
  };
  const changeAt = (path: DraftPath, change: (part: Draft) => Draft | undefined) =>
    setDraft(changePart(draft, path, change));
  return (
    <div className="grid gap-2">
      <BuilderGroup group={draft} path={[]} onChange={changeAt} />
      <DraftNote draft={kept} onDiscard={() => setSynced(readDraft(q))} />
    </div>
  );
}

function readDraft(q: string): DraftGroup {
  const read = readFilter(q);
  return toDraft("filter" in read ? read.filter : undefined);
}

function writeDraft(draft: DraftGroup): string | undefined {
  try {
    return formatFilter(fromDraft(draft));
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}
