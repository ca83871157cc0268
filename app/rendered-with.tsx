"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";

import { agedState, readsPortable } from "@/lib/queries/portable-state";

interface RenderedWithProps {
  /** From `portableState`. */
  state: DehydratedState;
  children: ReactNode;
}

/** Gives the components below what the server has read for them: they are rendered with it on the server too. */
export function RenderedWith({ state, children }: RenderedWithProps) {
  const aged = useMemo(() => agedState(state, Date.now()), [state]);
  return (
    <HydrationBoundary state={aged} options={readsPortable}>
      {children}
    </HydrationBoundary>
  );
}
