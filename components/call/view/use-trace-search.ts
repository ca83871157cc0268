"use client";

import { useEffect, useMemo, useState } from "react";

import { traceMatches } from "@/lib/queries/trace-search";
import { useFollowing } from "@/lib/queries/use-following";

import { findCalls, type TraceModel } from "../tree/trace-model";

const pauseMs = 300;
const none: ReadonlySet<string> = new Set();

/** The one search of a trace, kept while its views are switched. */
export interface TraceSearch {
  query: string;
  setQuery: (query: string) => void;
  /** The calls whose name, model, exception, input or output contains the text, in the order of the tree. */
  found: readonly string[];
  isSearching: boolean;
  /** Ends the pause in typing. */
  searchNow: () => void;
  /** Why contents could not be searched; names still are. */
  error: Error | null;
}

/** Searches all calls of a trace: their names here, and their contents, after a pause in typing, on the service. */
export function useTraceSearch(projectId: string, trace: TraceModel): TraceSearch {
  const [query, setQuery] = useState("");
  const [paused, setPaused] = useState(query);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(query), pauseMs);
    return () => clearTimeout(timer);
  }, [query]);
  const { rows, tree } = trace;
  const traceId = rows.find(({ trace_id: id }) => id !== undefined)?.trace_id ?? "";
  const isEnabled = query !== "" && paused === query && traceId !== "";
  const options = { ...traceMatches(projectId, traceId, query), enabled: isEnabled };
  const { data: byContents = none, isFetching, error } = useFollowing(options, rows);
  const found = useMemo(() => (query === "" ? [] : findCalls(tree, query, byContents)), [tree, query, byContents]);
  const isSearching = query !== "" && (paused !== query || isFetching);
  return { query, setQuery, found, isSearching, searchNow: () => setPaused(query), error };
}
