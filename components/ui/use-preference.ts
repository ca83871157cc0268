"use client";

import { useCallback } from "react";

import { browserStorage } from "./safe-storage";
import { shareLook } from "./share-look";
import { useStoredText } from "./use-stored-text";

const prefix = "loupe:";

/**
 * A preference of this browser, stored in localStorage and the same in every tab. `parse` converts the stored text to a
 * value, `undefined` if it is invalid; the server renders the fallback unless it knows the preference (`shareLook`).
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
      shareLook();
    },
    [key],
  );
  return [value, set];
}
