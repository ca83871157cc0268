import { isConflict } from "@/lib/client/api-error";
import type { Client } from "@/lib/client/client";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { type Queue, QUEUE_CALLS, type QueueDraft, readQueue, writeQueue } from "@/lib/feedback/queue";

/** A queue that many people change at once is read again and changed at most this often. */
const ATTEMPTS = 20;

interface QueueOf {
  projectId: string;
  name: string;
  client: Client;
}

/** What became of calls that were added to a queue. */
export interface AddedCalls {
  added: readonly string[];
  /** How many were in the queue before. */
  known: number;
  /** How many did not fit. */
  left: number;
}

/** Adds calls to the end of the latest version of a queue, as its next version. */
export async function addCalls(queue: QueueOf, callIds: readonly string[]): Promise<AddedCalls> {
  const asked = [...new Set(callIds)];
  let result: AddedCalls = { added: [], known: 0, left: 0 };
  await changeQueue(queue, (latest) => {
    const missing = asked.filter((id) => !latest.callIds.includes(id));
    const added = missing.slice(0, Math.max(0, QUEUE_CALLS - latest.callIds.length));
    result = { added, known: asked.length - missing.length, left: missing.length - added.length };
    return added.length > 0 ? { callIds: [...latest.callIds, ...added] } : undefined;
  });
  return result;
}

/**
 * Publishes the next version of a queue, with the members that `change` returns for the latest one; nothing if it
 * returns undefined. If somebody else publishes a version between reading and writing, it starts again from theirs.
 */
export async function changeQueue(
  { projectId, name, client }: QueueOf,
  change: (queue: Queue) => Partial<QueueDraft> | undefined,
): Promise<void> {
  const key = { project_id: projectId, object_id: name, digest: "latest" };
  let sent: string | undefined;
  for (let left = ATTEMPTS; ; left -= 1) {
    const { obj: latest } = await client.request("objRead", key);
    // A request that is repeated, since its response was lost, is refused because of its own version.
    if (latest.val.text === sent) return;
    const queue = readQueue(latest);
    const changed = change(queue);
    if (changed === undefined) return;
    try {
      const { obj } = queueBody(projectId, { ...queue, ...changed });
      sent = obj.val.text;
      await client.request("objCreate", { obj: { ...obj, replaces: latest.digest } });
      return;
    } catch (error) {
      if (!isConflict(error) || left <= 1) throw error;
    }
  }
}

/** The body of a request that publishes a queue. */
export function queueBody(project_id: string, queue: QueueDraft) {
  const val = writeQueue(queue);
  return { obj: { project_id, object_id: queue.name, val, builtin_object_class: QUEUE_CLASS } };
}
