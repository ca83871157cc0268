"use client";

import { useState, useSyncExternalStore } from "react";

const prefix = "loupe:draft:";
const subscribeNever = () => () => {};

/**
 * Text that is being written, kept in the browser until it is saved: a reload or an ended session loses nothing.
 * Once typing has begun nothing from outside changes it.
 */
export function useDraft(key: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const kept = useSyncExternalStore(
    subscribeNever,
    () => read(key),
    () => null,
  );
  return [
    typed ?? kept ?? "",
    (next) => {
      setTyped(next);
      keep(key, next);
    },
  ];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
  } catch {
    // Storage is full or forbidden: the text stays in the field.
  }
}
