"use client";

import { useCallback, useContext, useSyncExternalStore } from "react";

import { OpeningContext } from "./opening";
import { browserStorage } from "./safe-storage";

/**
 * The text under a key of this browser's storage, the same in every tab; null if there is none, and on the server if it
 * does not know it.
 */
export function useStoredText(key: string): string | null {
  const { stored } = useContext(OpeningContext).look;
  return useSyncExternalStore(
    useCallback((listener) => browserStorage.subscribe(key, listener), [key]),
    () => browserStorage.read(key),
    () => stored[key] ?? null,
  );
}
