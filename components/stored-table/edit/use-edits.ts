"use client";

import { useMemo, useRef, useState } from "react";

import { type Draft, useDraft } from "@/components/ui/use-draft";
import { NO_EDITS, readEdits, type TableEdits, writeEdits } from "@/lib/table/edits";

/** Number of steps that can be undone. */
const MOST_STEPS = 200;

export interface Edits {
  edits: TableEdits;
  isChanged: boolean;
  /** The digest of the version that was the latest when the edits began. */
  replaces: string;
  /** Makes a change; changes in a row with the same `step` are undone at once. */
  change: (next: TableEdits, step?: string) => void;
  /** Undefined if there is nothing to undo. */
  undo: (() => void) | undefined;
  draft: Draft;
}

/** The beginning of the keys of drafts of a dataset's rows; the digest of the table they are based on follows. */
export function rowDraftsKey(projectId: string, name: string): string {
  return `table rows:${projectId}:${encodeURIComponent(name.toWellFormed())}:`;
}

/** Edits of the rows of a table, kept as one draft; `key` and `about` as for `useDraft`. */
export function useEdits(key: string, latestDigest: string, about: string): Edits {
  const [initial] = useState(() => writeEdits(NO_EDITS, latestDigest));
  const draft = useDraft(key, initial, about);
  const { edits, replaces } = useMemo(
    () => readEdits(draft.text) ?? { edits: NO_EDITS, replaces: latestDigest },
    [draft.text, latestDigest],
  );
  const lastStep = useRef<string>(undefined);
  const [steps, setSteps] = useState<readonly string[]>([]);
  const change = (next: TableEdits, step?: string) => {
    if (next === edits) return;
    if (step === undefined || step !== lastStep.current) setSteps([...steps, draft.text].slice(-MOST_STEPS));
    lastStep.current = step;
    draft.setText(writeEdits(next, replaces));
  };
  const before = steps.at(-1);
  return {
    edits,
    isChanged: draft.text !== initial,
    replaces,
    change,
    undo:
      before === undefined
        ? undefined
        : () => {
            setSteps(steps.slice(0, -1));
            lastStep.current = undefined;
            draft.setText(before);
          },
    draft: {
      ...draft,
      clear: () => {
        setSteps([]);
        lastStep.current = undefined;
        draft.clear();
      },
    },
  };
}
