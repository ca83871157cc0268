"use client";

import { useMemo } from "react";

import {
  alignedInOrder,
  type AlignedNode,
  alignTrees,
  type Difference,
  differencesOf,
  firstDivergence,
} from "@/lib/trace/align";

import type { TraceModel } from "../tree/trace-model";

export interface Comparison {
  roots: readonly AlignedNode[];
  byId: ReadonlyMap<string, AlignedNode>;
  /** The differences of each position that has any. */
  differences: ReadonlyMap<string, readonly Difference[]>;
  first: AlignedNode | undefined;
}

interface Side {
  trace: TraceModel | undefined;
  callId: string;
}

/** The alignment of two calls with all calls below them; undefined until both are read. */
export function useComparison(a: Side, b: Side): Comparison | undefined {
  return useMemo(() => {
    const [left, right] = [a, b].map(({ trace, callId }) => trace?.tree.byId.get(callId));
    if (!left || !right) return undefined;
    const roots = alignTrees([left], [right]);
    const byId = new Map<string, AlignedNode>();
    const differences = new Map<string, readonly Difference[]>();
    for (const node of alignedInOrder(roots)) {
      byId.set(node.id, node);
      const found = differencesOf(node);
      if (found.length > 0) differences.set(node.id, found);
    }
    return { roots, byId, differences, first: firstDivergence(roots) };
    // oxlint-disable-next-line react/exhaustive-deps -- their trees and calls are what is compared
  }, [a.trace, a.callId, b.trace, b.callId]);
}
