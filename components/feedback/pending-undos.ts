"use client";

import { useSyncExternalStore } from "react";
import { z } from "zod";

const storageKey = "loupe.undo";
/** How long a change can be undone. */
export const undoMs = 30_000;

const links = z.object({
  creator: z.string().optional(),
  annotation_ref: z.string().optional(),
  runnable_ref: z.string().optional(),
  call_ref: z.string().optional(),
  trigger_ref: z.string().optional(),
});

const pendingUndo = z.object({
  /** Of the feedback record. */
  id: z.string(),
  change: z.enum(["added", "removed"]),
  projectId: z.string(),
  callId: z.string(),
  feedbackType: z.string(),
  /** JSON text, exactly as stored. */
  payload: z.string(),
  links,
  /** Milliseconds since 1970. */
  until: z.number(),
});
/** A change of feedback that can still be undone; kept in the browser, so that a reload or another tab can too. */
export type PendingUndo = z.infer<typeof pendingUndo>;

const none: readonly PendingUndo[] = [];
const listeners = new Set<() => void>();
let known: { stored: string | null; entries: readonly PendingUndo[] } = { stored: null, entries: none };

/** What can be undone now, oldest first; of one record only the last change. */
export function usePendingUndos(): readonly PendingUndo[] {
  return useSyncExternalStore(subscribe, readUndos, () => none);
}

/** Offers to undo a change for `undoMs` from now. */
export function offerUndo(entry: Omit<PendingUndo, "until">): void {
  const others = readUndos().filter(({ id }) => id !== entry.id);
  store([...others, { ...entry, until: Date.now() + undoMs }]);
}

/** Withdraws the offer: it was taken, or its time is over. */
export function withdrawUndo(id: string): void {
  store(readUndos().filter((entry) => entry.id !== id));
}

/** The entries of a stored text that are still good at `now`. */
export function parseUndos(stored: string | null, now: number): PendingUndo[] {
  if (stored === null) return [];
  try {
    const parsed = z.array(pendingUndo).safeParse(JSON.parse(stored));
    return (parsed.data ?? []).filter(({ until }) => until > now);
  } catch {
    return [];
  }
}

function readUndos(): readonly PendingUndo[] {
  let stored: string | null;
  try {
    stored = localStorage.getItem(storageKey);
  } catch {
    return known.entries;
  }
  if (stored !== known.stored) known = { stored, entries: parseUndos(stored, Date.now()) };
  return known.entries;
}

function store(entries: readonly PendingUndo[]): void {
  const stored = JSON.stringify(entries);
  try {
    if (entries.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, stored);
    known = { stored: entries.length === 0 ? null : stored, entries };
  } catch {
    // Storage is full or forbidden: this page still knows.
    known = { ...known, entries };
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
