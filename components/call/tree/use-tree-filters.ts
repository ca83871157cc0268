"use client";

import { useQueryState } from "nuqs";
import { parseAsArrayOf, parseAsStringLiteral } from "nuqs/server";
import { useMemo } from "react";

import { CALL_KINDS } from "@/lib/contract/call-kinds";
import type { CriticalPath } from "@/lib/trace/critical-path";
import { withAncestors } from "@/lib/trace/visible-rows";

import { countByFilter, filterCalls, TREE_SIGNS, type TraceModel, type TreeFilter } from "./trace-model";

const parser = parseAsArrayOf(parseAsStringLiteral([...TREE_SIGNS, ...CALL_KINDS])).withDefault([]);

export interface TreeFilters {
  filters: readonly TreeFilter[];
  counts: ReadonlyMap<TreeFilter, number>;
  /** Ids of the calls that match; undefined if there is no filter. */
  matches: readonly string[] | undefined;
  /** The matches with all their ancestors. */
  kept: ReadonlySet<string> | undefined;
  change: (filters: TreeFilter[]) => void;
}

/** The filters of a trace's tree, kept in the address. */
export function useTreeFilters(trace: TraceModel, path: CriticalPath): TreeFilters {
  const [filters, setFilters] = useQueryState("show", parser);
  const counts = useMemo(() => countByFilter(trace, path), [trace, path]);
  const matches = useMemo(
    () => (filters.length === 0 ? undefined : filterCalls(trace, filters, path)),
    [trace, filters, path],
  );
  const kept = useMemo(
    () => matches && withAncestors(matches.flatMap((id) => trace.tree.byId.get(id) ?? [])),
    [trace, matches],
  );
  return { filters, counts, matches, kept, change: (next) => void setFilters(next) };
}
