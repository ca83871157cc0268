"use client";

import { type DehydratedState, hydrate, HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, type ReactNode } from "react";

import { agedState, readsPortable } from "@/lib/queries/portable-state";

interface AlreadyReadProps {
  /** From `portableState`. */
  state: DehydratedState;
  children: ReactNode;
}

/** Gives the components below what the server has read for them, and renders them with it on the server too. */
export function RenderedWith({ state, children }: AlreadyReadProps) {
  return (
    <HydrationBoundary state={state} options={readsPortable}>
      {children}
    </HydrationBoundary>
  );
}

/**
 * Gives the components below what the server has read for them as soon as the page's script runs, before any of them
 * requests it. Until then the document has their skeletons: rows that do not yet respond to keys and clicks would lose
 * them.
 */
export function AlreadyRead({ state, children }: AlreadyReadProps) {
  const cache = useQueryClient();
  useLayoutEffect(() => hydrate(cache, agedState(state, Date.now()), readsPortable), [cache, state]);
  return children;
}
