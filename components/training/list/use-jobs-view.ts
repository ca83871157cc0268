"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

import type { JobsView } from "@/lib/queries/training";

import { JOB_STATUSES } from "../job-status";

const parsers = { status: parseAsStringLiteral(JOB_STATUSES), model: parseAsString, call: parseAsString };

/** What is chosen on the list of jobs, kept in the URL. */
export function useJobsView(): [JobsView, (change: Partial<JobsView>) => void] {
  const [view, setView] = useQueryStates(parsers, { history: "push" });
  return [view, (change) => void setView(change)];
}
