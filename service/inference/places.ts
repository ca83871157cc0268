import { AppError } from "@/lib/contract/app-error";
import { COMPLETION_WAIT_MS, WAITING_COMPLETIONS, WAITING_COMPLETIONS_PER_PROJECT } from "@/lib/contract/limits";
import { counted } from "@/lib/format/number";
import { FairQueue, type Leave } from "@/service/store/connections/fair-queue";

const RETRY_AFTER_SECONDS = 1;

/** A model server that may have at most `limit` requests at once. Equal keys mean the same server. */
export type LimitedServer = { key: string; name: string; limit: number };

/** The places of limited servers, for all processes that share them. */
export type SharedPlaces = {
  /** Waits for a place, or with `now` only takes a free one. Throws `too_many_requests`, and the signal's reason. */
  enter(server: LimitedServer, project: string, signal: AbortSignal, options?: { now?: boolean }): Promise<Leave>;
};

/** The error of a request that cannot wait any longer. */
export const tooManyRequests = (message: string) =>
  new AppError("too_many_requests", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });

const refusalOf = ({ name, limit }: LimitedServer, reason: string) =>
  tooManyRequests(`The model server ${name} may have ${counted(limit, "request")} at once; ${reason}`);

/** The places of one server. Projects take turns. */
function placesOf(server: LimitedServer): FairQueue {
  const { limit } = server;
  const refusal = (reason: string) => refusalOf(server, reason);
  return new FairQueue(
    { places: limit, placesPerKey: limit },
    {
      waiting: WAITING_COMPLETIONS,
      waitingPerKey: WAITING_COMPLETIONS_PER_PROJECT,
      waitMs: COMPLETION_WAIT_MS,
      isFullForKey: () => refusal(`${WAITING_COMPLETIONS_PER_PROJECT} of this project are already waiting`),
      isFull: () => refusal(`${WAITING_COMPLETIONS} are already waiting`),
      tookTooLong: () => refusal(`timed out after waiting ${COMPLETION_WAIT_MS / 1000} s`),
    },
  );
}

/** The places of a process that shares them with no other. */
export function ownPlaces(): SharedPlaces {
  const queues = new Map<string, FairQueue>();
  return {
    async enter(server, project, signal, { now = false } = {}) {
      const queue = queues.get(server.key) ?? placesOf(server);
      if (now && queue.isFull) throw refusalOf(server, "no place is free");
      queues.set(server.key, queue);
      try {
        const leave = await queue.enter(project, () => signal);
        return () => {
          leave();
          if (queue.isEmpty) queues.delete(server.key);
        };
      } catch (error) {
        if (queue.isEmpty) queues.delete(server.key);
        throw error;
      }
    },
  };
}
