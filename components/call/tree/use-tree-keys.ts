"use client";

import type { KeyboardEvent } from "react";

import { isInRow } from "@/components/ui/boxes";
import { treeMove, type TreeLine } from "@/components/ui/tree-keys";
import { useTypeAhead } from "@/components/ui/use-type-ahead";

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
  const typeAhead = useTypeAhead({ count: lines.length, current, nameOf, onFound: onGoTo });
  return (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (!isInRow(event.target)) return;
    const move = treeMove(event.key, lines, current, pageLines());
    if (!move) {
      // Space and Enter are the button's own.
      if (!(event.target instanceof HTMLButtonElement)) typeAhead.type(event);
      return;
    }
    typeAhead.stop();
    event.preventDefault();
    if ("to" in move) onGoTo(move.to);
    else if ("collapse" in move) onCollapse(move.collapse);
    else onExpand(move.expand);
  };
}
