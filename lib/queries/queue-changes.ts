import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { Queue, QueueDraft } from "@/lib/feedback/queue";
import { addCalls, changeQueue, queueBody } from "./change-queue";
import { NewerVersion, publishOver } from "./publish-over";

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

/** Adds calls to the end of the latest version of a queue, as its next version. */
export function addToQueue(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "add-to-queue", { projectId }] as const,
    mutationFn: ({ name, callIds }: { name: string; callIds: readonly string[] }) =>
      addCalls({ projectId, name, client }, callIds),
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
