"use client";

import { useCallback, useSyncExternalStore } from "react";

import { browserStorage } from "./safe-storage";

/** The text under a key of this browser's storage, the same in every tab; null on the server and if there is none. */
export function useStoredText(key: string): string | null {
  return useSyncExternalStore(
    useCallback((listener) => browserStorage.subscribe(key, listener), [key]),
    () => browserStorage.read(key),
    () => null,
  );
}
