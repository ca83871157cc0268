import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { EVENTS_PER_PAGE } from "@/lib/contract/limits";
import type { TrainingEvent } from "@/lib/contract/training";
import { logLines, type LogLine, logText } from "@/lib/training/log-lines";
import { pollInterval } from "./calls";

/** The end of a job's log, as far back as it was read. */
export interface JobLog {
  /** Oldest first. */
  lines: readonly LogLine[];
  /** Ids of the first and last event that are read. */
  firstId: string | undefined;
  lastId: string | undefined;
  /** Whether there is more before the first line. */
  hasEarlier: boolean;
}

interface LogParams {
  id: string;
  /** The job has ended: what it wrote last is read, and no more. */
  isOver: boolean;
}

const onlyLogs = { logs: "only", limit: EVENTS_PER_PAGE } as const;

/** The end of a job's log, and from then on each second what comes. */
export function trainingLog({ id, isOver }: LogParams, client: Client = browserClient) {
  return queryOptions({
    queryKey: logKey(id, isOver),
    queryFn: async ({ client: cache, signal }): Promise<JobLog> => {
      const known = () =>
        cache.getQueryData<JobLog>(logKey(id, isOver)) ?? cache.getQueryData<JobLog>(logKey(id, false));
      const said: TrainingEvent[] = [];
      let after = known()?.lastId;
      if (after === undefined) {
        const end = await client.request("trainingJobEvents", { ...onlyLogs, id, order: "desc" }, { signal });
        return logOf(end.data.toReversed(), end.has_more);
      }
      for (let hasMore = true; hasMore; after = said.at(-1)?.id ?? after) {
        const page = await client.request("trainingJobEvents", { ...onlyLogs, id, after }, { signal });
        said.push(...page.data);
        hasMore = page.has_more && page.data.length > 0;
      }
      // Earlier lines may have been added at the beginning meanwhile.
      const before = known() ?? NO_LOG;
      return said.length === 0
        ? before
        : { ...before, lines: [...before.lines, ...logLines(said)], lastId: said.at(-1)?.id };
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
        const asked = { ...onlyLogs, id, ...(after === undefined ? {} : { after }) };
        const page = await client.request("trainingJobEvents", asked);
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
