"use client";

import { useCallback, useState } from "react";

interface Folding {
  isExpanded: boolean;
  /** The entries that are not as the others. */
  others: ReadonlySet<string>;
}

/** Which entries of the log are expanded: all at first. */
export function useFolding() {
  const [state, setState] = useState<Folding>({ isExpanded: true, others: new Set() });
  const toggle = useCallback((key: string) => setState((before) => withOther(before, key)), []);
  const isExpanded = (key: string) => isExpandedIn(state, key);
  return {
    isExpanded,
    toggle,
    setExpanded: (key: string, expanded: boolean) => {
      if (isExpanded(key) !== expanded) toggle(key);
    },
    setAll: (expanded: boolean) => setState({ isExpanded: expanded, others: new Set() }),
  };
}

function isExpandedIn({ isExpanded, others }: Folding, key: string): boolean {
  return others.has(key) !== isExpanded;
}

function withOther({ isExpanded, others }: Folding, key: string): Folding {
  const next = new Set(others);
  if (!next.delete(key)) next.add(key);
  return { isExpanded, others: next };
}
