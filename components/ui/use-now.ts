"use client";

import { useContext, useSyncExternalStore } from "react";

import { OpeningContext } from "./opening";

const stepMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const stepped = (ms: number) => Math.floor(ms / stepMs) * stepMs;
const snapshot = () => stepped(Date.now());

/** Milliseconds since 1970 in steps of ten seconds, with one timer for the whole page; on the server by its clock. */
export function useNow(): number {
  const { now } = useContext(OpeningContext);
  return useSyncExternalStore(subscribe, snapshot, () => stepped(now));
}
