"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { Experiment } from "@/lib/contract/experiments";
import { isTimeOrderedId } from "@/lib/experiment/listed";
import { isUnended } from "@/lib/experiment/progress";
import { experimentRun } from "@/lib/queries/experiment-runs";

/** The experiment that the service runs, if it is the only one shown; `isLive` while its results may change. */
export function useRun(projectId: string, ids: readonly string[]): { run: Experiment | undefined; isLive: boolean } {
  const cache = useQueryClient();
  const [id = "", ...more] = ids;
  const isOne = more.length === 0 && isTimeOrderedId(id);
  const { data } = useQuery({ ...experimentRun({ projectId, id }), enabled: isOne });
  const run = (isOne && data) || undefined;
  // Requests that were under way when it was paused or cancelled are still answered.
  const isLive = run !== undefined && (isUnended(run) || run.rows.sent > 0);
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive) void cache.invalidateQueries({ queryKey: ["calls"] });
    wasLive.current = isLive;
  }, [cache, isLive]);
  return { run, isLive };
}
