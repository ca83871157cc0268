"use client";

import { useQueries } from "@tanstack/react-query";

import type { Experiment } from "@/lib/contract/experiments";
import { isTimeOrderedId } from "@/lib/experiment/listed";
import { isUnended } from "@/lib/experiment/progress";
import { experimentRun } from "@/lib/queries/experiment-runs";

interface Runs {
  /** The experiments among those shown that the service runs. */
  runs: readonly Experiment[];
  /** Whether results may change. */
  isLive: boolean;
  isReading: boolean;
}

/** The shown experiments that the service runs, with their progress. */
export function useRuns(projectId: string, ids: readonly string[]): Runs {
  const { runs, isReading } = useQueries({
    queries: ids.filter(isTimeOrderedId).map((id) => experimentRun({ projectId, id })),
    combine: (queries) => ({
      runs: queries.flatMap(({ data }) => data ?? []),
      isReading: queries.some(({ isPending }) => isPending),
    }),
  });
  // Requests that were under way when one was paused or cancelled are still answered.
  const isLive = runs.some((run) => isUnended(run) || run.rows.sent > 0);
  return { runs, isLive, isReading };
}
