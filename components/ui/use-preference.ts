"use client";

import { useCallback, useSyncExternalStore } from "react";

const prefix = "loupe:";
const listeners = new Set<() => void>();
// What is set here wins over storage, which may be full or forbidden.
const unsaved = new Map<string, string>();

function read(key: string): string | undefined {
  const kept = unsaved.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
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

/**
 * A preference of this browser, kept in localStorage and the same in every tab.
 * `parse` turns what is stored into a value, `undefined` when it is not one; the fallback is
 * what the server renders.
 */
export function usePreference<Value extends string | number>(
  key: string,
  fallback: Value,
  parse: (stored: string) => Value | undefined,
): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => {
      const stored = read(key);
      return stored === undefined ? fallback : (parse(stored) ?? fallback);
    },
    () => fallback,
  );
  const set = useCallback((next: Value) => write(key, String(next)), [key]);
  return [value, set];
}
