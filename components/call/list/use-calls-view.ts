"use client";

import { useQueryStates } from "nuqs";
import { useCallback } from "react";

import type { CallsView } from "@/lib/filter/calls-view";

import { viewParams } from "./calls-params";

/** Going back undoes a filter, not one character of a search. */
export type ChangeView = (change: Partial<CallsView>, history?: "push" | "replace") => void;

/** The whole view of the trace list, kept in the URL. */
export function useCallsView(): [CallsView, ChangeView] {
  const [view, setValues] = useQueryStates(viewParams);
  const change = useCallback<ChangeView>((next, history = "push") => void setValues(next, { history }), [setValues]);
  return [view, change];
}
