import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { alertCreateRequest, alertUpdateRequest } from "@/lib/contract/alerts";
import { pollInterval } from "./polling";

export type NewAlert = z.input<typeof alertCreateRequest>;
export type AlertChange = z.input<typeof alertUpdateRequest>;
type AlertKey = { project_id: string; id: string };

/** Events of one page of a history. */
const HISTORY_EVENTS = 50;
/** Milliseconds between two readings: windows are evaluated every minute. */
const READ_MS = 10_000;

/** The alerts of a project with their states, by name; read again while the page is visible. */
export function alertsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["alerts", "list", { projectId }] as const,
    queryFn: async ({ signal }) => (await client.request("alertsQuery", { project_id: projectId }, { signal })).alerts,
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, READ_MS);
    },
  });
}

/** The changes of an alert's state with their notifications, newest first, page by page. */
export function alertHistory({ project_id, id }: AlertKey, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["alerts", "history", { project_id, id }] as const,
    queryFn: async ({ pageParam, signal }) => {
      const request = { project_id, id, limit: HISTORY_EVENTS, before: pageParam };
      return (await client.request("alertHistory", request, { signal })).events;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (events) => (events.length < HISTORY_EVENTS ? undefined : events.at(-1)?.window_end),
    refetchInterval: (query) => {
      const interval = pollInterval(query);
      return interval && Math.max(interval, READ_MS);
    },
  });
}

/** Creates an alert. The secrets of its channels are only in the response; the cache drops it once nothing shows it. */
export function createAlert(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["alerts", "create"] as const,
    mutationFn: (alert: NewAlert) => client.request("alertCreate", alert),
    onSuccess: (_made, _alert, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["alerts"] }),
    gcTime: 0,
  });
}

/** Changes an alert. The secrets of new channels are only in the response. */
export function updateAlert(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["alerts", "update"] as const,
    mutationFn: (change: AlertChange) => client.request("alertUpdate", change),
    onSuccess: (_changed, _change, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["alerts"] }),
    gcTime: 0,
  });
}

export function deleteAlert(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["alerts", "delete"] as const,
    mutationFn: (alert: AlertKey) => client.request("alertDelete", alert),
    onSuccess: (_deleted, _alert, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["alerts"] }),
  });
}

/** Mutes an alert until a time, or no longer for null. */
export function muteAlert(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["alerts", "mute"] as const,
    mutationFn: (mute: AlertKey & { until: string | null }) => client.request("alertMute", mute),
    onSuccess: (_muted, _mute, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["alerts", "list"] }),
  });
}

/** Sends a test notification to every channel; the history shows what became of it. */
export function testAlert(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["alerts", "test"] as const,
    mutationFn: (alert: AlertKey) => client.request("alertTest", alert),
    onSuccess: (_sent, _alert, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["alerts", "history"] }),
  });
}
