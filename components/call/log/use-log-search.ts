"use client";

import { useDeferredValue, useMemo, useState } from "react";

import type { LogEntry } from "@/lib/trace/trace-log";

import { findInLog } from "./find-in-log";

export interface LogSearch {
  query: string;
  setQuery: (query: string) => void;
  /** The number of entries that contain the text. */
  count: number;
  /** Which of them the search is at, from 1; 0 before the first. */
  at: number;
  /** The key of that entry. */
  foundKey: string | undefined;
  /** Moves to the next or previous entry that contains the text. */
  step: (by: 1 | -1) => void;
}

/** A search of the entries of a log; `onFind` is called with the index of the entry that it moves to. */
export function useLogSearch(entries: readonly LogEntry[], onFind: (index: number) => void): LogSearch {
  const [query, setQuery] = useState("");
  const deferredQuery = useDeferredValue(query);
  const [key, setKey] = useState<string>();
  const deferredFound = useMemo(() => findInLog(entries, deferredQuery), [entries, deferredQuery]);
  const at = deferredFound.findIndex((index) => entries[index]?.key === key);
  const step = (by: 1 | -1) => {
    // Enter may come before the search of what was typed.
    const found = query === deferredQuery ? deferredFound : findInLog(entries, query);
    const next = found.at(at === -1 ? (by === 1 ? 0 : -1) : (at + by) % found.length);
    if (next === undefined) return;
    setKey(entries[next]?.key);
    onFind(next);
  };
  return {
    query,
    setQuery: (text) => {
      setQuery(text);
      setKey(undefined);
    },
    count: deferredFound.length,
    at: at + 1,
    foundKey: at === -1 ? undefined : key,
    step,
  };
}
