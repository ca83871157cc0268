import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { containsExactly } from "@/lib/contract/conditions";
import { callIdOf, parseRef } from "@/lib/contract/refs";
import {
  type Queue,
  QUEUE_CLASS,
  type QueueAnswer,
  type QueueDraft,
  readQueue,
  writeQueue,
} from "@/lib/feedback/queue";
import type { CallsView } from "@/lib/filter/calls-view";
import { selectCalls } from "./select-calls";

/** Maximum number of calls in one queue. */
export const QUEUE_CALLS = 5_000;
const ANSWERS_POLL_MS = 5_000;
/** With more answers than this they are read less often. */
const MANY_ANSWERS = 2_000;
const MANY_ANSWERS_POLL_MS = 30_000;

/** The annotation queues of a project, the newest first. */
export function queuesList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "queues", { projectId }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        filter: { base_object_classes: [QUEUE_CLASS], latest_only: true },
        sort_by: [{ field: "created_at", direction: "desc" as const }],
      };
      return (await client.request("objsQuery", body, { signal })).objs.map(readQueue);
    },
  });
}

/** One queue in its latest version. */
export function queueDetail(projectId: string, name: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "queue", { projectId, name }] as const,
    queryFn: async ({ signal }) => {
      const key = { project_id: projectId, object_id: name, digest: "latest" };
      return readQueue((await client.request("objRead", key, { signal })).obj);
    },
  });
}

/** The answers given in queues, oldest first, kept live: by the ref of the queue, in any of its versions. */
export function queueAnswers(projectId: string, queues: readonly Pick<Queue, "ref">[], client: Client = browserClient) {
  // The same for all versions of a queue, so that a change of it does not read its answers anew.
  const refs = queues.map(({ ref }) => ref.slice(0, ref.lastIndexOf(":") + 1));
  return queryOptions({
    queryKey: ["feedback", "queue", { projectId, refs }] as const,
    queryFn: async ({ signal }): Promise<(QueueAnswer & { queue: string })[]> => {
      const body = {
        project_id: projectId,
        fields: ["core_ref", "feedback_type", "payload", "ext_user_id", "trigger_ref"] as const,
        query: { $expr: { $or: refs.map((ref) => containsExactly("trigger_ref", ref)) } },
        sort_by: [{ field: "created_at", direction: "asc" as const }],
      };
      const { result } = await client.request("feedbackQuery", { ...body, fields: [...body.fields] }, { signal });
      return result.flatMap(
        ({ core_ref: ref, feedback_type: type, payload, ext_user_id: who, trigger_ref: trigger }) => {
          const callId = callIdOf(ref);
          if (callId === undefined || !type || !payload || who === undefined || trigger === undefined) return [];
          return [{ callId, type, payload, who, queue: nameOf(trigger) }];
        },
      );
    },
    enabled: refs.length > 0,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > MANY_ANSWERS ? MANY_ANSWERS_POLL_MS : ANSWERS_POLL_MS),
  });
}

function nameOf(ref: string): string {
  const parsed = parseRef(ref);
  return parsed.kind === "object" ? parsed.name : "";
}

/** The ids of the calls that a view selects, newest first, at most `QUEUE_CALLS` of them. */
export function callsForQueue(projectId: string, view: CallsView, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["calls", "for-queue", { projectId, view }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        ...(await selectCalls(view, Date.now())),
        sort_by: [{ field: "started_at", direction: "desc" as const }],
        columns: ["id"],
        limit: QUEUE_CALLS,
      };
      const ids: string[] = [];
      for await (const { id } of client.stream("callsStreamQuery", body, { signal })) ids.push(id);
      return ids;
    },
  });
}

const queueBody = (projectId: string, queue: QueueDraft) => ({
  obj: { project_id: projectId, object_id: queue.name, val: writeQueue(queue), builtin_object_class: QUEUE_CLASS },
});

/** Publishes a queue; under an existing name as its next version. */
export function publishQueue(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "publish-queue", { projectId }] as const,
    mutationFn: (queue: QueueDraft) => client.request("objCreate", queueBody(projectId, queue)),
    onSuccess: (_made, _queue, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

/** What became of calls that were added to a queue. */
export interface AddedCalls {
  added: readonly string[];
  /** How many were in the queue before. */
  known: number;
  /** How many did not fit. */
  left: number;
}

/** Adds calls to the end of a queue, as its next version; nothing that somebody else adds meanwhile is lost. */
export function addToQueue(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "add-to-queue", { projectId }] as const,
    mutationFn: async ({ name, callIds }: { name: string; callIds: readonly string[] }): Promise<AddedCalls> => {
      const key = { project_id: projectId, object_id: name };
      const read = async (digest: string) => (await client.request("objRead", { ...key, digest })).obj;
      const latest = await read("latest");
      const queue = readQueue(latest);
      const missing = [...new Set(callIds)].filter((id) => !queue.callIds.includes(id));
      const added = missing.slice(0, Math.max(0, QUEUE_CALLS - queue.callIds.length));
      const result = { added, known: new Set(callIds).size - missing.length, left: missing.length - added.length };
      let before = latest.version_index;
      for (let next: QueueDraft = { ...queue, callIds: [...queue.callIds, ...added] }; added.length > 0;) {
        const { version_index: index } = await client.request("objCreate", queueBody(projectId, next));
        if (index <= before + 1) break;
        // Others have published between reading and writing: their calls are added to what was just published.
        const between = await Promise.all(
          Array.from({ length: index - before - 1 }, (_, place) => read(`v${before + 1 + place}`)),
        );
        const theirs = between.flatMap((version) => readQueue(version).callIds);
        const all = [...new Set([...theirs, ...next.callIds])];
        if (all.length === next.callIds.length) break;
        before = index;
        next = { ...next, callIds: all.slice(0, QUEUE_CALLS) };
      }
      return result;
    },
    onSuccess: (_added, _queue, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}
