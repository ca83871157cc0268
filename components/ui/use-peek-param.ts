"use client";

import { useQueryState, useQueryStates } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useCallback, useRef } from "react";

const noParsers = {};

/**
 * Where a preview that is kept in the address stands in the history: opening it adds an entry, so that Back closes it, and
 * what it shows next replaces that entry. Returns a function that gets whether the preview is open after a change, and the
 * change with its kind of entry; closing what was opened here goes back instead.
 */
export function usePeekHistory(isOpen: boolean) {
  const wasAdded = useRef(false);
  const [, set] = useQueryStates(noParsers);
  return useCallback(
    (opens: boolean, change: (history: "push" | "replace") => unknown) => {
      const isOwn = isOpen && wasAdded.current;
      wasAdded.current = opens && (isOwn || !isOpen);
      // A change of nothing is made when the changes that wait are made.
      if (isOwn && !opens) void set({}).then(() => window.history.back());
      else change(opens && !isOpen ? "push" : "replace");
    },
    [isOpen, set],
  );
}

/** The id of the row that a list previews, kept in the address under a name, and a function that previews another or none. */
export function usePeekParam(name: string): [string | null, (id: string | null) => void] {
  const [id, set] = useQueryState(name, parseAsString);
  const change = usePeekHistory(id !== null);
  return [id, useCallback((next) => change(next !== null, (history) => set(next, { history })), [change, set])];
}
