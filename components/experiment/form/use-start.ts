"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { parseAsString } from "nuqs/server";

import type { NewExperiment } from "@/lib/experiment/new-experiment";
import { experimentStart } from "@/lib/queries/experiment-start";

/** See `newExperimentPath`. */
const parsers = {
  prompt: parseAsString,
  version: parseAsString,
  table: parseAsString,
  dataset: parseAsString,
  rows: parseAsString,
  again: parseAsString,
  job: parseAsString,
  draft: parseAsString,
};

interface Start {
  /** What the address names: each has a draft of its own. */
  subject: string;
  /** Undefined until it is read. */
  initial: NewExperiment | undefined;
  error: Error | null;
  retry: () => void;
}

/** What the form begins with, as the address says. */
export function useStart(projectId: string): Start {
  const [named] = useQueryStates(parsers);
  const { data, error, refetch } = useQuery(experimentStart(projectId, named));
  const subject = Object.entries(named).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return { subject: subject.join("&") || "new", initial: data, error, retry: () => void refetch() };
}
