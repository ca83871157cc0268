"use client";

import { useSyncExternalStore } from "react";

/** One text of each project, kept in this browser and the same in every tab. */
export interface StoredText {
  read(projectId: string): string | null;
  /** False where the storage is full or forbidden. */
  write(projectId: string, text: string): boolean;
  /** The text; null on the server and where there is none. */
  useText(projectId: string): string | null;
}

export function storedText(prefix: string): StoredText {
  const listeners = new Set<() => void>();
  const read = (projectId: string) => {
    try {
      return localStorage.getItem(prefix + projectId);
    } catch {
      return null;
    }
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  };
  return {
    read,
    write(projectId, text) {
      try {
        localStorage.setItem(prefix + projectId, text);
      } catch {
        return false;
      }
      for (const listener of listeners) listener();
      return true;
    },
    useText: (projectId) =>
      useSyncExternalStore(
        subscribe,
        () => read(projectId),
        () => null,
      ),
  };
}
