import { useSyncExternalStore } from "react";

export interface ToastMessage {
  title: string;
  description?: string;
  tone?: "neutral" | "error";
  /** How long it is shown; by default as long as reading it takes. */
  durationMs?: number;
  action?: { label: string; onAction: () => void };
}

export interface ShownToast extends ToastMessage {
  key: number;
}

const maxShown = 4;
const noToasts: readonly ShownToast[] = [];
const listeners = new Set<() => void>();
let shown = noToasts;
let lastKey = 0;

function set(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a message in the corner; returns its key, for `dismissToast`. */
export function toast(message: ToastMessage): number {
  lastKey += 1;
  set([...shown, { ...message, key: lastKey }].slice(-maxShown));
  return lastKey;
}

export function dismissToast(key: number): void {
  set(shown.filter((item) => item.key !== key));
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => noToasts,
  );
}
