"use client";

import { useCallback } from "react";

import { browserStorage } from "./safe-storage";
import { useStoredText } from "./use-stored-text";

const prefix = "loupe:";

/**
 * Tells the server how this browser shows pages, for the next one. Loaded after the page; if that fails, the server
 * renders the next page as it did this one.
 */
export async function noteLook(): Promise<void> {
  const loaded = await import("./share-look").catch(() => undefined);
  loaded?.shareLook();
}

/**
 * A preference of this browser, stored in localStorage and the same in every tab. `parse` converts the stored text to a
 * value, `undefined` if it is invalid; the server renders the fallback unless it knows the preference (`noteLook`).
 */
export function usePreference<Value extends string | number>(
  key: string,
  fallback: Value,
  parse: (stored: string) => Value | undefined,
): [Value, (value: Value) => void] {
  const stored = useStoredText(prefix + key);
  const value = stored === null ? fallback : (parse(stored) ?? fallback);
  const set = useCallback(
    (next: Value) => {
      browserStorage.hold(prefix + key, String(next));
      void noteLook();
    },
    [key],
  );
  return [value, set];
}
