"use client";

import { createParser, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback } from "react";

import { normalizeTimestamp } from "@/lib/contract/time";
import { type CallsView, isSortKey, NEWEST_TRACES, type RelativeRange } from "@/lib/queries/calls-filter";

export const ranges = ["15m", "1h", "24h", "7d", "30d"] as const satisfies readonly RelativeRange[];

/** `latency.desc` in the URL. */
const parseAsSort = createParser<CallsView["sort"]>({
  parse: (text) => {
    const dot = text.lastIndexOf(".");
    const [by, direction] = [text.slice(0, dot), text.slice(dot + 1)];
    return isSortKey(by) && (direction === "asc" || direction === "desc") ? { by, direction } : null;
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
  from: parseAsInstant,
  to: parseAsInstant,
  range: parseAsStringLiteral(ranges),
  roots: parseAsBoolean.withDefault(NEWEST_TRACES.roots),
  sort: parseAsSort.withDefault(NEWEST_TRACES.sort),
};

/** Going back undoes a filter, not a letter of a search. */
export type ChangeView = (change: Partial<CallsView>, history?: "push" | "replace") => void;

/** The whole view of the trace list, kept in the URL. */
export function useCallsView(): [CallsView, ChangeView] {
  const [view, setValues] = useQueryStates(parsers);
  const change = useCallback<ChangeView>((next, history = "push") => void setValues(next, { history }), [setValues]);
  return [view, change];
}
