"use client";

import { useSyncExternalStore } from "react";

import { browserStorage, storedJson } from "@/components/ui/safe-storage";
import type { RequestOf } from "@/lib/client/client";
import type { EndpointName } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";

const storageKey = "loupe.undos";
/** How long a change can be undone. */
const undoMs = 30_000;

export interface UndoRequest {
  /** Name of the contract's endpoint. */
  endpoint: string;
  /** JSON text, sent unchanged. */
  body: string;
}

/**
 * A change that can still be undone; stored in the browser, so that this also works after a reload or in another tab.
 */
export interface PendingUndo {
  /** The changed thing: a later change of it replaces an earlier one. */
  id: string;
  /** What was done, as in "Removed 👍". */
  title: string;
  /** The requests that undo it, sent one after the other; each must be harmless when repeated. */
  requests: UndoRequest[];
  /** Prefixes of the query keys to invalidate afterwards. */
  refreshes: string[];
  /** Milliseconds since 1970. */
  until: number;
}

const noUndos: readonly PendingUndo[] = [];
let known: { stored: string | null; entries: readonly PendingUndo[] } = { stored: null, entries: noUndos };

export function undoWith<Name extends EndpointName>(endpoint: Name, body: RequestOf<Name>): UndoRequest {
  return { endpoint, body: writeJson(body) };
}

/** Changes that can be undone now, oldest first; of several changes to one thing only the last. */
export function usePendingUndos(): readonly PendingUndo[] {
  return useSyncExternalStore(subscribe, readUndos, () => noUndos);
}

/** Offers to undo a change for `undoMs` from now, on every page and in every tab. */
export function offerUndo(entry: Omit<PendingUndo, "until">): void {
  const others = readUndos().filter(({ id }) => id !== entry.id);
  store([...others, { ...entry, until: Date.now() + undoMs }]);
}

/** Withdraws the offer: it was used or has expired. */
export function withdrawUndo(id: string): void {
  store(readUndos().filter((entry) => entry.id !== id));
}

/** The entries of a stored text that have not expired at `now`. */
export function parseUndos(stored: string | null, now: number): PendingUndo[] {
  const kept = storedJson(stored);
  return Array.isArray(kept) && kept.every(isPendingUndo) ? kept.filter(({ until }) => until > now) : [];
}

function isPendingUndo(value: unknown): value is PendingUndo {
  if (!isRecord(value)) return false;
  const { id, title, requests, refreshes, until } = value;
  return (
    isText(id) && isText(title) && typeof until === "number" && areAll(refreshes, isText) && areAll(requests, isRequest)
  );
}

function isRequest(value: unknown): boolean {
  return isRecord(value) && isText(value.endpoint) && isText(value.body);
}

const isText = (value: unknown) => typeof value === "string";
const areAll = (value: unknown, is: (item: unknown) => boolean) => Array.isArray(value) && value.every(is);

function isRecord(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function readUndos(): readonly PendingUndo[] {
  const stored = browserStorage.read(storageKey);
  if (stored !== known.stored) known = { stored, entries: parseUndos(stored, Date.now()) };
  return known.entries;
}

function store(entries: readonly PendingUndo[]): void {
  if (entries.length === 0) browserStorage.remove(storageKey);
  else browserStorage.hold(storageKey, JSON.stringify(entries));
}

const subscribe = (listener: () => void) => browserStorage.subscribe(storageKey, listener);
