"use client";

import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { useCallback } from "react";

import { callStatus } from "@/lib/contract/calls";
import { normalizeTimestamp } from "@/lib/contract/time";
import { NEWEST_TRACES, type CallSortKey, type CallsView, type RelativeRange } from "@/lib/queries/calls-filter";

const sortKeys = ["started", "name", "status", "latency", "tokens", "model"] as const satisfies readonly CallSortKey[];
export const ranges = ["15m", "1h", "24h", "7d", "30d"] as const satisfies readonly RelativeRange[];

/** The sort key of this name, if it is one. */
export function sortKeyOf(text: string | undefined): CallSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

/** `latency.desc` in the URL. */
const parseAsSort = createParser<CallsView["sort"]>({
  parse: (text) => {
    const [by, direction] = text.split(".");
    const key = sortKeyOf(by);
    return key && (direction === "asc" || direction === "desc") ? { by: key, direction } : null;
  },
  serialize: ({ by, direction }) => `${by}.${direction}`,
  eq: (a, b) => a.by === b.by && a.direction === b.direction,
});

const parseAsInstant = createParser<string>({
  parse: (text) => normalizeTimestamp(text) ?? null,
  serialize: (instant) => instant,
});

const parsers = {
  q: parseAsString.withDefault(""),
  status: parseAsArrayOf(parseAsStringLiteral(callStatus.options)).withDefault([]),
  op: parseAsArrayOf(parseAsString).withDefault([]),
  from: parseAsInstant,
  to: parseAsInstant,
  range: parseAsStringLiteral(ranges),
  roots: parseAsBoolean.withDefault(NEWEST_TRACES.roots),
  sort: parseAsSort.withDefault(NEWEST_TRACES.sort),
};

/** The whole view of the trace list, kept in the URL. */
export function useCallsView(): [CallsView, (change: Partial<CallsView>) => void] {
  const [view, setValues] = useQueryStates(parsers);
  const change = useCallback(
    // Going back undoes a filter, not a letter of a search.
    (next: Partial<CallsView>) => void setValues(next, { history: next.q === undefined ? "push" : "replace" }),
    [setValues],
  );
  return [view, change];
}
