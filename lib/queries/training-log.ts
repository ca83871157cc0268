import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { EVENTS_PER_PAGE } from "@/lib/contract/limits";
import type { TrainingEvent } from "@/lib/contract/training";
import { logLines, type LogLine, logText } from "@/lib/training/log-lines";
import { pollInterval } from "./polling";

/** The last lines of a job's log that have been read. */
export interface JobLog {
  /** Oldest first. */
  lines: readonly LogLine[];
  /** Ids of the first and last event that have been read. */
  firstId: string | undefined;
  lastId: string | undefined;
  /** Whether there are more lines before the first. */
  hasEarlier: boolean;
}

interface LogParams {
  id: string;
  /** The job has ended: its last lines are read and polling stops. */
  isOver: boolean;
}

const onlyLogs = { logs: "only", limit: EVENTS_PER_PAGE } as const;

/** The end of a job's log, and new lines every second from then on. */
export function trainingLog({ id, isOver }: LogParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: logKey(id, isOver),
    queryFn: async ({ client: cache, signal }): Promise<JobLog> => {
      const known = () =>
        cache.getQueryData<JobLog>(logKey(id, isOver)) ?? cache.getQueryData<JobLog>(logKey(id, false));
      const received: TrainingEvent[] = [];
      let after = known()?.lastId;
      if (after === undefined) {
        const end = await client.request("trainingJobEvents", { ...onlyLogs, id, order: "desc" }, { signal });
        return logOf(end.data.toReversed(), end.has_more);
      }
      for (let hasMore = true; hasMore; after = received.at(-1)?.id ?? after) {
        const page = await client.request("trainingJobEvents", { ...onlyLogs, id, after }, { signal });
        received.push(...page.data);
        hasMore = page.has_more && page.data.length > 0;
      }
      // Earlier lines may have been added at the beginning in the meantime.
      const before = known() ?? NO_LOG;
      return received.length === 0
        ? before
        : { ...before, lines: [...before.lines, ...logLines(received)], lastId: received.at(-1)?.id };
    },
    refetchInterval: (query) => (isOver ? false : pollInterval(query)),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
}

const NO_LOG: JobLog = { lines: [], firstId: undefined, lastId: undefined, hasEarlier: false };

function logOf(events: readonly TrainingEvent[], hasEarlier: boolean): JobLog {
  return { lines: logLines(events), firstId: events[0]?.id, lastId: events.at(-1)?.id, hasEarlier };
}

/** Reads the lines before the first known line. */
export function readEarlierLog({ id, isOver }: LogParams, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "earlier-log", { id }] as const,
    mutationFn: (firstId: string) =>
      client.request("trainingJobEvents", { ...onlyLogs, id, order: "desc", after: firstId }),
    onSuccess: ({ data, has_more: hasEarlier }, _firstId, _result, { client: cache }) => {
      const earlier = data.toReversed();
      cache.setQueryData<JobLog>(logKey(id, isOver), (log) => {
        if (!log) return log;
        const firstId = earlier[0]?.id ?? log.firstId;
        return { ...log, lines: [...logLines(earlier), ...log.lines], firstId, hasEarlier };
      });
    },
  });
}

/** A job's whole log as a text file. */
export function downloadLog(id: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["training", "log-download", { id }] as const,
    mutationFn: async (): Promise<Blob> => {
      const parts: string[] = [];
      let after: string | undefined;
      for (let hasMore = true; hasMore;) {
        const request = { ...onlyLogs, id, ...(after === undefined ? {} : { after }) };
        const page = await client.request("trainingJobEvents", request);
        parts.push(logText(page.data));
        after = page.data.at(-1)?.id;
        hasMore = page.has_more && after !== undefined;
      }
      return new Blob(parts, { type: "text/plain;charset=utf-8" });
    },
  });
}

function logKey(id: string, isOver: boolean) {
  return ["training", "log", { id, isOver }] as const;
}
