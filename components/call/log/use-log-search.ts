"use client";

import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";

import type { LogEntry, TraceLog } from "@/lib/trace/trace-log";

import type { TraceModel } from "../tree/trace-model";
import { useTraceSearch } from "../tree/use-trace-search";
import { findInLog } from "./find-in-log";

export interface LogSearch {
  query: string;
  setQuery: (query: string) => void;
  /** The number of entries that contain the text, and of calls that do and are not in the log yet. */
  count: number;
  /** Which of them the search is at, from 1; 0 before the first. */
  at: number;
  /** The key of that entry. */
  foundKey: string | undefined;
  /** Whether the calls that are not in the log are being searched. */
  isSearching: boolean;
  /** Why they could not be searched. */
  error: Error | null;
  /** Moves to the next or previous entry that contains the text. */
  step: (by: 1 | -1) => void;
}

interface LogSearchOptions {
  projectId: string;
  trace: TraceModel;
  log: TraceLog | undefined;
  /** Called with the index of the entry that the search moves to. */
  onFind: (index: number) => void;
  /** Called with the number of calls, in the order of their start, that the log must have for the next match. */
  onNeed: (calls: number) => void;
}

/** What the search is at: an entry of the log, or a call that the log does not have yet. */
type Target = { key: string } | { callId: string };

const noEntries: readonly LogEntry[] = [];

/** A search of a whole trace: of the entries of its log here, and of the calls that it does not have on the service. */
export function useLogSearch({ projectId, trace, log, onFind, onNeed }: LogSearchOptions): LogSearch {
  const entries = log?.entries ?? noEntries;
  const [query, setQuery] = useState("");
  const deferredQuery = useDeferredValue(query);
  const [target, setTarget] = useState<Target>();
  const deferredFound = useMemo(() => findInLog(entries, deferredQuery), [entries, deferredQuery]);
  const { found: onService, isSearching, error } = useTraceSearch(projectId, trace, log?.remaining === 0 ? "" : query);
  const further = useMemo(() => {
    const shown = new Set(entries.map(({ id }) => id));
    return trace.rows.flatMap(({ id }, index) => (onService.has(id) && !shown.has(id) ? [{ id, index }] : []));
  }, [trace, entries, onService]);
  const current = target ? indexOf(entries, deferredFound, target) : -1;
  const at = deferredFound.indexOf(current);
  const goTo = (index: number) => {
    const key = entries[index]?.key;
    if (key !== undefined) setTarget({ key });
    onFind(index);
  };
  const step = (by: 1 | -1) => {
    // Enter may come before the search of what was typed.
    const found = query === deferredQuery ? deferredFound : findInLog(entries, query);
    const count = found.length + further.length;
    const to = at === -1 ? (by === 1 ? 0 : count - 1) : (at + by + count) % count;
    const next = found[to];
    if (next !== undefined) goTo(next);
    const call = further[to - found.length];
    if (next !== undefined || !call) return;
    setTarget({ callId: call.id });
    onNeed(call.index + 1);
  };
  const isAwaited = target !== undefined && "callId" in target;
  const hasArrived = isAwaited && current !== -1;
  const showCurrent = useEffectEvent(() => onFind(current));
  useEffect(() => {
    if (hasArrived) showCurrent();
  }, [hasArrived, target]);
  return {
    query,
    setQuery: (text) => {
      setQuery(text);
      setTarget(undefined);
    },
    count: deferredFound.length + further.length,
    at: at + 1,
    foundKey: entries[current]?.key,
    isSearching: isSearching || (isAwaited && !hasArrived),
    error,
    step,
  };
}

/** The index of the entry that the search is at, -1 if the log does not have it. */
function indexOf(entries: readonly LogEntry[], found: readonly number[], target: Target): number {
  if ("key" in target) return entries.findIndex(({ key }) => key === target.key);
  const isTarget = (index: number) => entries[index]?.id === target.callId;
  // The text may be in the output of the call, which is in the entry of its end.
  return found.find(isTarget) ?? entries.findIndex((_, index) => isTarget(index));
}
