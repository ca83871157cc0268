"use client";

import { useState } from "react";

/**
 * Another form of the filter's text while it is edited: valid changes are applied at once, others are kept in the
 * draft; a change of the text elsewhere replaces the draft.
 */
export function useSyncedDraft<Draft>(
  q: string,
  read: (q: string) => Draft,
  write: (draft: Draft) => string | undefined,
  onChange: (q: string) => void,
): [Draft, (draft: Draft) => void] {
  const [state, setState] = useState(() => ({ q, draft: read(q) }));
  const isOld = state.q !== q;
  const current = isOld ? { q, draft: read(q) } : state;
  if (isOld) setState(current);
  return [
    current.draft,
    (draft) => {
      const next = write(draft);
      setState({ q: next ?? q, draft });
      if (next !== undefined && next !== q) onChange(next);
    },
  ];
}
