"use client";

import { useQueryStates } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useCallback } from "react";

import { usePeekHistory } from "@/components/ui/use-peek-param";

const parsers = { peek: parseAsString, call: parseAsString };

interface TracePeek {
  /** The row that is previewed beside the list. */
  id: string | null;
  onChange: (id: string | null) => void;
  /** The call of its trace that is shown. */
  callId: string | null;
  onSelect: (callId: string) => void;
}

/** The trace previewed beside the list and the call chosen in it, kept in the URL; Back closes the preview. */
export function usePeek(): TracePeek {
  const [{ peek, call }, set] = useQueryStates(parsers);
  const change = usePeekHistory(peek !== null);
  return {
    id: peek,
    onChange: useCallback(
      (next) => change(next !== null, (history) => set({ peek: next, call: null }, { history })),
      [change, set],
    ),
    callId: peek && (call ?? peek),
    // Both, since under load the router may put back the address from before the row was previewed, and a change of one
    // parameter then keeps the other one's old value.
    onSelect: useCallback((callId) => void set({ peek, call: callId === peek ? null : callId }), [set, peek]),
  };
}
