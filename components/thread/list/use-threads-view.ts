"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";

import { useTimeZone } from "@/components/ui/use-time-zone";
import { type ThreadsView, zonedThreads } from "@/lib/queries/threads";

import { threadsParams } from "./threads-params";

export type ChangeThreads = (change: Partial<ThreadsView>, history?: "push" | "replace") => void;

/** The view of the list of threads, kept in the URL. */
export function useThreadsView(): [ThreadsView, ChangeThreads] {
  const [values, setValues] = useQueryStates(threadsParams);
  const zone = useTimeZone();
  const view = useMemo(() => zonedThreads(values, zone), [values, zone]);
  const change = useCallback<ChangeThreads>((next, history = "push") => void setValues(next, { history }), [setValues]);
  return [view, change];
}
