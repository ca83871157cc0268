"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { agedState, readsPortable } from "@/lib/queries/portable-state";

interface RenderedWithProps {
  /** From `portableState`. */
  state: DehydratedState;
  children: ReactNode;
}

const aged = new WeakMap<DehydratedState, DehydratedState>();

/**
 * The age decides what is read again, which no rendering depends on. It is that of the first time that the state is shown:
 * Back shows it once more, and what the page has read since then is newer.
 */
function agedOnce(state: DehydratedState): DehydratedState {
  const known = aged.get(state) ?? agedState(state, Date.now());
  aged.set(state, known);
  return known;
}

/** Gives the components below what the server has read for them: they are rendered with it on the server too. */
export function RenderedWith({ state, children }: RenderedWithProps) {
  return (
    <HydrationBoundary state={agedOnce(state)} options={readsPortable}>
      {children}
    </HydrationBoundary>
  );
}
