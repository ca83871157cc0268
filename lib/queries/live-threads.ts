import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Thread } from "@/lib/contract/threads";
import { pacedInterval, readWatermark, stopwatch, WATERMARK_MS } from "./calls";
import { nextPoll, type Poll } from "@/lib/live/poll";
import { readThreads } from "./threads";

export interface LiveThreads extends Poll {
  /** The threads that were active last, as they are now, the last one first. */
  newest: Thread[];
  /** When they were read, milliseconds since 1970. */
  readAt: number;
  /** Milliseconds that this took. */
  tookMs: number;
}

/** The threads that were active last, read again when anything was written while the page is visible. */
export function liveThreads(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["threads", "live", { projectId }] as const,
    queryFn: async ({ signal, client: cache, queryKey }): Promise<LiveThreads> => {
      const previous = cache.getQueryData<LiveThreads>(queryKey);
      const { latest } = await readWatermark(projectId, client, signal);
      const { isDue, ...poll } = nextPoll(previous, latest);
      if (previous && !isDue) return { ...previous, ...poll };
      const readAt = Date.now();
      const tookMs = stopwatch();
      const sort = { by: "updated", direction: "desc" } as const;
      const newest = await readThreads({ projectId, view: { sort } }, 0, client, signal);
      return { ...poll, newest, readAt, tookMs: tookMs() };
    },
    refetchInterval: pacedInterval,
    staleTime: WATERMARK_MS,
  });
}
