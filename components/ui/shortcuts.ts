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
  /** Whether it is meant by this key press; all by default. */
  isFor?: (event: KeyboardEvent) => boolean;
}

/** The shortcuts of a part of the page. */
export interface ShortcutGroup {
  title: string;
  read: () => readonly Shortcut[];
  outranks: boolean;
}

const listeners = new Set<() => void>();
let groups: readonly ShortcutGroup[] = [];
const noGroups: readonly ShortcutGroup[] = [];

function setGroups(next: readonly ShortcutGroup[]): void {
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
  for (const group of byPrecedence(groups)) {
    const found = group
      .read()
      .find(
        ({ keys, whileTyping, isFor }) =>
          shortcutMatches(keys, event) && (!typing || whileTyping) && isFor?.(event) !== false,
      );
    if (!found) continue;
    event.preventDefault();
    found.run(event);
    return;
  }
}

/** The group mounted last is the innermost and takes precedence, except over those that outrank it. */
export function byPrecedence(all: readonly ShortcutGroup[]): ShortcutGroup[] {
  const inner = all.toReversed();
  return [...inner.filter(({ outranks }) => outranks), ...inner.filter(({ outranks }) => !outranks)];
}

/**
 * Activates shortcuts while the component is mounted, and lists them under `title` in the help. `outranks`: they have
 * precedence over those of inner parts.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[], outranks = false): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const group: ShortcutGroup = { title, read: () => current.current, outranks };
    if (groups.length === 0) document.addEventListener("keydown", onKeyDown);
    setGroups([...groups, group]);
    return () => {
      setGroups(groups.filter((each) => each !== group));
      if (groups.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [title, outranks]);
}

/** The groups of active shortcuts, outer ones first. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useSyncExternalStore(
    subscribe,
    () => groups,
    () => noGroups,
  );
}
