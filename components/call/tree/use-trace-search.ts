"use client";

import { useEffect, useState } from "react";

import { traceMatches } from "@/lib/queries/trace-search";
import { useFollowing } from "@/lib/queries/use-following";

import type { TraceModel } from "./trace-model";

const pauseMs = 300;
const none: ReadonlySet<string> = new Set();

export interface TraceSearch {
  /** The calls that the service found, in no order; none until it has answered. */
  found: ReadonlySet<string>;
  isSearching: boolean;
  error: Error | null;
}

/** Searches the names and contents of all calls of a trace on the service, after a pause in typing. */
export function useTraceSearch(projectId: string, { rows }: TraceModel, text: string): TraceSearch {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const traceId = rows.find(({ trace_id: id }) => id !== undefined)?.trace_id ?? "";
  const isEnabled = text !== "" && paused === text && traceId !== "";
  const options = { ...traceMatches(projectId, traceId, text), enabled: isEnabled };
  const { data = none, isFetching, error } = useFollowing(options, rows);
  return { found: data, isSearching: text !== "" && (paused !== text || isFetching), error };
}
