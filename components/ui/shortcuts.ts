"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

import { isBox, isInLayer } from "./boxes";
import { shortcutMatches } from "./shortcut-keys";

export interface Shortcut {
  /** As in `j`, `shift+x`, `mod+enter`, `escape`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string;
  /** Its description, shown in the list that `?` opens. */
  description: string;
  run: (event: KeyboardEvent) => void;
  /** Also works while a text field has the focus. */
  whileTyping?: boolean;
}

interface Group {
  title: string;
  read: () => readonly Shortcut[];
}

const listeners = new Set<() => void>();
let groups: readonly Group[] = [];
const noGroups: readonly Group[] = [];

function setGroups(next: readonly Group[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isInLayer(event.target)) return;
  const typing = isBox(event.target);
  // The group mounted last is the innermost and takes precedence.
  for (const group of groups.toReversed()) {
    const found = group
      .read()
      .find((shortcut) => shortcutMatches(shortcut.keys, event) && (!typing || shortcut.whileTyping));
    if (!found) continue;
    event.preventDefault();
    found.run(event);
    return;
  }
}

/** Activates shortcuts while the component is mounted, and lists them under `title` in the help. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const group: Group = { title, read: () => current.current };
    if (groups.length === 0) document.addEventListener("keydown", onKeyDown);
    setGroups([...groups, group]);
    return () => {
      setGroups(groups.filter((each) => each !== group));
      if (groups.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [title]);
}

/** The active shortcuts, for the help. */
export function useShortcutGroups(): readonly Group[] {
  return useSyncExternalStore(
    subscribe,
    () => groups,
    () => noGroups,
  );
}
