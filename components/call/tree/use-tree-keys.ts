"use client";

import { useRef, type KeyboardEvent } from "react";

import { shortcutMatches } from "@/components/ui/shortcut-keys";
import { useShortcutGroups } from "@/components/ui/shortcuts";
import { treeMove, typedMatch, type TreeLine } from "@/components/ui/tree-keys";

const typingPauseMs = 700;

interface TreeKeys {
  lines: readonly TreeLine[];
  current: number;
  pageLines: () => number;
  nameOf: (index: number) => string;
  onGoTo: (index: number) => void;
  onExpand: (indices: number[]) => void;
  onCollapse: (index: number) => void;
}

/** The keys of a tree, with type-ahead: the handler for its container. */
export function useTreeKeys({ lines, current, pageLines, nameOf, onGoTo, onExpand, onCollapse }: TreeKeys) {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  const groups = useShortcutGroups();
  return (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined) return;
    const move = treeMove(event.key, lines, current, pageLines());
    if (move) {
      typed.current = { text: "", at: Number.NEGATIVE_INFINITY };
      event.preventDefault();
      if ("to" in move) onGoTo(move.to);
      else if ("collapse" in move) onCollapse(move.collapse);
      else onExpand(move.expand);
      return;
    }
    if (!/^[\p{L}\p{N}_.-]$/u.test(event.key)) return;
    const isOn = event.timeStamp - typed.current.at < typingPauseMs;
    // A page shortcut does not start type-ahead; once a name is being typed, its letter is part of the name.
    const isShortcut = (keys: string) => shortcutMatches(keys, event.nativeEvent);
    if (!isOn && groups.some(({ read }) => read().some(({ keys }) => isShortcut(keys)))) return;
    event.preventDefault();
    const text = isOn && typed.current.text !== event.key ? typed.current.text + event.key : event.key;
    typed.current = { text, at: event.timeStamp };
    const found = typedMatch(text, lines.length, current, nameOf);
    if (found !== undefined) onGoTo(found);
  };
}
