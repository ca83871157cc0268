"use client";

import { useQueryStates } from "nuqs";

import type { JobsView } from "@/lib/queries/training";

import { viewParams } from "./jobs-params";

/** The view of the list of jobs, kept in the URL. */
export function useJobsView(): [JobsView, (change: Partial<JobsView>) => void] {
  const [view, setView] = useQueryStates(viewParams, { history: "push" });
  return [view, (change) => void setView(change)];
}
