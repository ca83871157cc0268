"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";

import type { ThreadTurn } from "./use-thread";

const TURN_PARAM = "turn";

/**
 * The index of the turn that is read, and a function to go on to another. It is in the address, without an entry in the
 * history, so that the way back from a trace leads to the same turn.
 */
export function useCurrentTurn(turns: readonly ThreadTurn[]): [number, (index: number) => void] {
  const addressed = useSearchParams().get(TURN_PARAM);
  // The address follows later than the next key press.
  const [id, setId] = useState(addressed);
  const current = Math.max(
    0,
    turns.findIndex((turn) => turn.id === id),
  );
  const setCurrent = (index: number) => {
    const next = turns[index];
    if (index === current || !next) return;
    setId(next.id);
    const address = new URL(window.location.href);
    if (index === 0) address.searchParams.delete(TURN_PARAM);
    else address.searchParams.set(TURN_PARAM, next.id);
    window.history.replaceState(null, "", address);
  };
  return [current, setCurrent];
}
