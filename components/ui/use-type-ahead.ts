"use client";

import { useRef, type KeyboardEvent } from "react";

import { shortcutMatches } from "./shortcut-keys";
import { useShortcutGroups } from "./shortcuts";
import { typedMatch } from "./tree-keys";

const typingPauseMs = 700;

interface TypeAhead {
  count: number;
  current: number;
  nameOf: (index: number) => string;
  onFound: (index: number) => void;
}

/**
 * Type-ahead in a list or tree: `type` handles a key and tells whether it was typed, `stop` makes the next letter begin
 * another name.
 */
export function useTypeAhead({ count, current, nameOf, onFound }: TypeAhead) {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  const groups = useShortcutGroups();
  return {
    stop: () => void (typed.current = { text: "", at: Number.NEGATIVE_INFINITY }),
    type: (event: KeyboardEvent): boolean => {
      if (!/^[\p{L}\p{N}_.-]$/u.test(event.key)) return false;
      const isOn = event.timeStamp - typed.current.at < typingPauseMs;
      // A page shortcut does not start type-ahead; once a name is being typed, its letter is part of the name.
      const isShortcut = (keys: string) => shortcutMatches(keys, event.nativeEvent);
      if (!isOn && groups.some(({ read }) => read().some(({ keys }) => isShortcut(keys)))) return false;
      event.preventDefault();
      const text = isOn && typed.current.text !== event.key ? typed.current.text + event.key : event.key;
      typed.current = { text, at: event.timeStamp };
      const found = typedMatch(text, count, current, nameOf);
      if (found !== undefined) onFound(found);
      return true;
    },
  };
}
