import { mutationOptions } from "@tanstack/react-query";
import { isConflict } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { type Queue, QUEUE_CLASS, type QueueDraft, readQueue, writeQueue } from "@/lib/feedback/queue";
import { NewerVersion, publishOver } from "./publish-over";
import { QUEUE_CALLS } from "./queues";

/** A queue that many people change at once is read again and changed at most this often. */
const ATTEMPTS = 20;

/** Creates a queue, and returns its name. Throws `NameTaken` if there is an object of this name. */
export function createQueue(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "create-queue", { projectId }] as const,
    mutationFn: async (queue: QueueDraft) => {
      const { obj } = queueBody(projectId, queue);
      await publishOver({ ...obj, replaces: undefined }, client).catch((error: unknown) => {
        throw error instanceof NewerVersion ? new NameTaken(queue.name) : error;
      });
      return queue.name;
    },
    onSuccess: (_made, _queue, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

/** A queue was not created, because an object has its name. */
export class NameTaken extends Error {
  override readonly name = "NameTaken";
  constructor(readonly taken: string) {
    super("A queue or another object already has this name");
  }
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
export function addToQueue(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "add-to-queue", { projectId }] as const,
    mutationFn: async ({ name, callIds }: { name: string; callIds: readonly string[] }): Promise<AddedCalls> => {
      const asked = [...new Set(callIds)];
      let result: AddedCalls = { added: [], known: 0, left: 0 };
      await changeQueue({ projectId, name, client }, (queue) => {
        const missing = asked.filter((id) => !queue.callIds.includes(id));
        const added = missing.slice(0, Math.max(0, QUEUE_CALLS - queue.callIds.length));
        result = { added, known: asked.length - missing.length, left: missing.length - added.length };
        return added.length > 0 ? { callIds: [...queue.callIds, ...added] } : undefined;
      });
      return result;
    },
    onSuccess: (_added, _queue, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

/** Whom a queue is for. */
export type People = Pick<Queue, "assignedTo" | "perCall">;

/** Somebody else has changed whom a queue is for since it was read. */
export class PeopleChanged extends Error {
  override readonly name = "PeopleChanged";
  constructor({ assignedTo, perCall }: People) {
    const people = assignedTo.length === 0 ? "everybody" : assignedTo.join(", ");
    const each = perCall > 1 ? `, ${perCall} per call` : "";
    super(`somebody else has assigned this queue to ${people}${each} in the meantime. Save again to replace that.`);
  }
}

interface PeopleChange {
  name: string;
  /** Whom it was for when the change began. */
  before: People;
  people: People;
}

/**
 * Changes whom the latest version of a queue is for, and nothing else. Throws `PeopleChanged` if that is neither what
 * it was when the change began nor what it is to be.
 */
export function assignQueue(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "assign-queue", { projectId }] as const,
    mutationFn: ({ name, before, people }: PeopleChange) =>
      changeQueue({ projectId, name, client }, (queue) => {
        if (hasPeople(queue, people)) return undefined;
        if (!hasPeople(queue, before)) throw new PeopleChanged(queue);
        return { assignedTo: people.assignedTo, perCall: people.perCall };
      }),
    onSettled: (_made, _error, _change, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

function hasPeople(one: People, other: People): boolean {
  const isForAll = one.assignedTo.length === 0 && other.assignedTo.length === 0;
  return isForAll || (one.perCall === other.perCall && one.assignedTo.join("\n") === other.assignedTo.join("\n"));
}

/**
 * Publishes the next version of a queue, with the members that `change` returns for the latest one; nothing if it
 * returns undefined. If somebody else publishes a version between reading and writing, it starts again from theirs.
 */
async function changeQueue(
  { projectId, name, client }: { projectId: string; name: string; client: Client },
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

function queueBody(project_id: string, queue: QueueDraft) {
  const val = writeQueue(queue);
  return { obj: { project_id, object_id: queue.name, val, builtin_object_class: QUEUE_CLASS } };
}
