import { AppError } from "@/lib/contract/app-error";
import { counted } from "@/lib/format/number";
import { COMPLETION_WAIT_MS, WAITING_COMPLETIONS, WAITING_COMPLETIONS_PER_PROJECT } from "@/lib/contract/limits";
import { FairQueue, type Leave } from "@/service/store/connections/fair-queue";
import type { UpstreamConfig } from "./upstream-config";

const RETRY_AFTER_SECONDS = 1;

/**
 * The requests that one model server may have at once. If it has a limit, further ones wait, and projects take turns;
 * the processes of a replica divide the limit among themselves, each with at least one.
 */
export class Places {
  readonly #limit: number;
  readonly #queue: FairQueue;

  constructor({ name, max_parallel }: Pick<UpstreamConfig, "name" | "max_parallel">, processes = 1) {
    this.#limit = max_parallel === undefined ? Number.POSITIVE_INFINITY : Math.ceil(max_parallel / processes);
    const refusal = (reason: string) =>
      new AppError(
        "too_many_requests",
        `The model server ${name} may have ${counted(max_parallel ?? 0, "request")} at once; ${reason}`,
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      );
    this.#queue = new FairQueue(
      { places: this.#limit, placesPerKey: this.#limit },
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

  get taken(): number {
    return this.#queue.running;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get isFull(): boolean {
    return this.taken >= this.#limit;
  }

  /** Throws `too_many_requests`, and the signal's reason. */
  async enter(project: string, signal: AbortSignal): Promise<Leave> {
    return this.#queue.enter(project, () => signal);
  }
}
