"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";

import { useTimeZone } from "@/components/ui/use-time-zone";
import { type CallsView, zonedView } from "@/lib/filter/calls-view";

import { viewParams } from "./calls-params";

/** Going back undoes a filter, not one character of a search. */
export type ChangeView = (change: Partial<CallsView>, history?: "push" | "replace") => void;

/** The whole view of the trace list, kept in the URL. */
export function useCallsView(): [CallsView, ChangeView] {
  const [values, setValues] = useQueryStates(viewParams);
  const zone = useTimeZone();
  const view = useMemo(() => zonedView(values, zone), [values, zone]);
  const change = useCallback<ChangeView>((next, history = "push") => void setValues(next, { history }), [setValues]);
  return [view, change];
}
