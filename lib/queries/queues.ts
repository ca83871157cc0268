import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { containsExactly } from "@/lib/contract/conditions";
import { callIdOf, parseRef } from "@/lib/contract/refs";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { type Queue, QUEUE_CALLS, type QueueAnswer, readQueue } from "@/lib/feedback/queue";
import type { CallsView } from "@/lib/filter/calls-view";
import { selectCalls } from "./select-calls";

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
