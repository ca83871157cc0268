"use client";

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback } from "react";

import { instantParam, sortParam } from "@/components/data-table/url-params";
import { type CallsView, isSortKey, NEWEST_TRACES, type RelativeRange } from "@/lib/filter/calls-view";

export const ranges = ["15m", "1h", "24h", "7d", "30d"] as const satisfies readonly RelativeRange[];

const parsers = {
  q: parseAsString.withDefault(""),
  from: instantParam,
  to: instantParam,
  range: parseAsStringLiteral(ranges),
  roots: parseAsBoolean.withDefault(NEWEST_TRACES.roots),
  sort: sortParam((text) => (isSortKey(text) ? text : undefined)).withDefault(NEWEST_TRACES.sort),
};

/** Going back undoes a filter, not one character of a search. */
export type ChangeView = (change: Partial<CallsView>, history?: "push" | "replace") => void;

/** The whole view of the trace list, kept in the URL. */
export function useCallsView(): [CallsView, ChangeView] {
  const [view, setValues] = useQueryStates(parsers);
  const change = useCallback<ChangeView>((next, history = "push") => void setValues(next, { history }), [setValues]);
  return [view, change];
}
