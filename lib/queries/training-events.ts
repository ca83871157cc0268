import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { EVENTS_PER_PAGE } from "@/lib/contract/limits";
import type { TrainingEvent } from "@/lib/contract/training";
import { type Curves, extendCurves, NO_CURVES } from "@/lib/training/curves";
import { extendPace, NO_PACE, type Pace } from "@/lib/training/progress";
import { pollInterval } from "./polling";

/** Number of pages of events that are read before the page shows them. */
const PAGES_AT_ONCE = 4;

/** Number of events that are kept for reading; the curves include all. */
export const EVENTS_KEPT = 50_000;

/** A job's events so far, except its log, and what is derived from them. */
export interface JobProgress {
  /** The last events, oldest first. */
  events: readonly TrainingEvent[];
  total: number;
  curves: Curves;
  pace: Pace;
  /** Whether there are more events than were read. */
  hasMore: boolean;
}

/**
 * All events of a job except its log, oldest first. Each reading continues where the previous one ended: at once while
 * there are more, every second while the job runs. Once it `isOver`, the last events are read and polling stops.
 */
export function trainingProgress({ id, isOver }: { id: string; isOver: boolean }, client: Client = browserClient) {
  return queryOptions({
    queryKey: progressKey(id, isOver),
    queryFn: async ({ client: cache, signal }): Promise<JobProgress> => {
      const known =
        cache.getQueryData<JobProgress>(progressKey(id, isOver)) ??
        cache.getQueryData<JobProgress>(progressKey(id, false)) ??
        NO_PROGRESS;
      const received: TrainingEvent[] = [];
      let hasMore = true;
      for (let page = 0; hasMore && page < PAGES_AT_ONCE; page += 1) {
        const after = received.at(-1)?.id ?? known.events.at(-1)?.id;
        const request = {
          id,
          logs: "none" as const,
          limit: EVENTS_PER_PAGE,
          ...(after === undefined ? {} : { after }),
        };
        const answer = await client.request("trainingJobEvents", request, { signal });
        received.push(...answer.data);
        hasMore = answer.has_more && answer.data.length > 0;
      }
      if (received.length === 0) return { ...known, hasMore };
      return {
        events: [...known.events, ...received].slice(-EVENTS_KEPT),
        total: known.total + received.length,
        curves: extendCurves(known.curves, received),
        pace: extendPace(known.pace, received),
        hasMore,
      };
    },
    refetchInterval: (query) => {
      if (query.state.data?.hasMore && query.state.status !== "error") return 1;
      return isOver ? false : pollInterval(query);
    },
    placeholderData: keepPreviousData,
    // Structural sharing would compare a hundred thousand events with themselves.
    structuralSharing: false,
  });
}

const NO_PROGRESS: JobProgress = { events: [], total: 0, curves: NO_CURVES, pace: NO_PACE, hasMore: true };

function progressKey(id: string, isOver: boolean) {
  return ["training", "progress", { id, isOver }] as const;
}
