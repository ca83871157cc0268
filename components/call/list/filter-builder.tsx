"use client";

import { FilterError } from "@/lib/filter/filter";
import { changePart, type Draft, type DraftGroup, type DraftPath, fromDraft, toDraft } from "@/lib/filter/builder";
import { formatFilter } from "@/lib/filter/format-filter";

import { BuilderGroup } from "./builder-group";
import { readFilter } from "./filters";
import { useSyncedDraft } from "./use-synced-draft";

interface FilterBuilderProps {
  q: string;
  onChange: (q: string) => void;
}

/** The filter as conditions in groups, nested as deep as one likes. */
export function FilterBuilder({ q, onChange }: FilterBuilderProps) {
  const [draft, setDraft] = useSyncedDraft(q, readDraft, writeDraft, onChange);
  const changeAt = (path: DraftPath, change: (part: Draft) => Draft | undefined) =>
    setDraft(changePart(draft, path, change));
  return <BuilderGroup group={draft} path={[]} onChange={changeAt} />;
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
