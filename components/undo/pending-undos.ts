"use client";

import { useSyncExternalStore } from "react";
import * as z from "zod";

import type { Endpoint } from "@/lib/contract/endpoint";
import { writeJson } from "@/lib/contract/json/text";

const storageKey = "loupe.undos";
/** How long a change can be undone. */
export const undoMs = 30_000;

const undoRequest = z.object({
  /** Path of the contract's endpoint. */
  path: z.string(),
  /** JSON text, sent exactly as it stands. */
  body: z.string(),
});
export type UndoRequest = z.infer<typeof undoRequest>;

const pendingUndo = z.object({
  /** Of what was changed: a later change of the same takes the place of an earlier one. */
  id: z.string(),
  /** What was done, as in "Removed 👍". */
  title: z.string(),
  /** What undoes it, sent one after the other; each must be harmless when sent twice. */
  requests: z.array(undoRequest),
  /** First parts of the query keys to read anew afterwards. */
  refreshes: z.array(z.string()),
  /** Milliseconds since 1970. */
  until: z.number(),
});
/** A change that can still be undone; kept in the browser, so that a reload or another tab can too. */
export type PendingUndo = z.infer<typeof pendingUndo>;

const none: readonly PendingUndo[] = [];
const listeners = new Set<() => void>();
let known: { stored: string | null; entries: readonly PendingUndo[] } = { stored: null, entries: none };

/** One request of an undo. */
export function undoWith<Request extends z.ZodType>({ path }: Endpoint<Request>, body: z.input<Request>): UndoRequest {
  return { path, body: writeJson(body) };
}

/** What can be undone now, oldest first; of one thing only the last change. */
export function usePendingUndos(): readonly PendingUndo[] {
  return useSyncExternalStore(subscribe, readUndos, () => none);
}

/** Offers to undo a change for `undoMs` from now, on every page and in every tab. */
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
