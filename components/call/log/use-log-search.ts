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

const noEntries: readonly LogEntry[] = [];

/** A search of a whole trace: of the entries of its log here, and of the calls that it does not have on the service. */
export function useLogSearch({ projectId, trace, log, onFind, onNeed }: LogSearchOptions): LogSearch {
  const entries = log?.entries ?? noEntries;
  const [query, setQuery] = useState("");
  const deferredQuery = useDeferredValue(query);
  const [key, setKey] = useState<string>();
  // The call that the search moves to once the log has it.
  const [awaited, setAwaited] = useState<string>();
  const deferredFound = useMemo(() => findInLog(entries, deferredQuery), [entries, deferredQuery]);
  const { found: onService, isSearching, error } = useTraceSearch(projectId, trace, log?.remaining === 0 ? "" : query);
  const further = useMemo(() => {
    const shown = new Set(entries.map(({ id }) => id));
    return trace.rows.flatMap(({ id }, index) => (onService.has(id) && !shown.has(id) ? [{ id, index }] : []));
  }, [trace, entries, onService]);
  const at = deferredFound.findIndex((index) => entries[index]?.key === key);
  const goTo = (index: number) => {
    setKey(entries[index]?.key);
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
    setAwaited(call.id);
    onNeed(call.index + 1);
  };
  const goToAwaited = useEffectEvent(() => {
    const index = entries.findIndex(({ id }) => id === awaited);
    if (awaited === undefined || index === -1) return;
    setAwaited(undefined);
    // Its output, where the text may be, is in the entry of its end.
    goTo(findInLog(entries, query).find((found) => entries[found]?.id === awaited) ?? index);
  });
  useEffect(() => goToAwaited(), [entries, awaited]);
  return {
    query,
    setQuery: (text) => {
      setQuery(text);
      setKey(undefined);
      setAwaited(undefined);
    },
    count: deferredFound.length + further.length,
    at: at + 1,
    foundKey: key,
    isSearching: isSearching || awaited !== undefined,
    error,
    step,
  };
}
