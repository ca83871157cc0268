"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";

import { agedState, readsPortable } from "@/lib/queries/portable-state";

interface RenderedWithProps {
  /** From `portableState`. */
  state: DehydratedState;
  children: ReactNode;
}

// The age decides what is read again, which no rendering depends on.
const agedNow = (state: DehydratedState) => agedState(state, Date.now());

/** Gives the components below what the server has read for them: they are rendered with it on the server too. */
export function RenderedWith({ state, children }: RenderedWithProps) {
  const aged = useMemo(() => agedNow(state), [state]);
  return (
    <HydrationBoundary state={aged} options={readsPortable}>
      {children}
    </HydrationBoundary>
  );
}
