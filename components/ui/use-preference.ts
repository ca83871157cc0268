"use client";

import { useCallback } from "react";

import { browserStorage } from "./safe-storage";
import { useStoredText } from "./use-stored-text";

const prefix = "loupe:";

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
  const stored = useStoredText(prefix + key);
  const value = stored === null ? fallback : (parse(stored) ?? fallback);
  const set = useCallback((next: Value) => browserStorage.hold(prefix + key, String(next)), [key]);
  return [value, set];
}
