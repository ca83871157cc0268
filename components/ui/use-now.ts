"use client";

import { useSyncExternalStore } from "react";

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

const snapshot = () => Math.floor(Date.now() / stepMs) * stepMs;

/** Milliseconds since 1970 in steps of ten seconds, with one timer for the whole page; 0 on the server. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot, () => 0);
}
