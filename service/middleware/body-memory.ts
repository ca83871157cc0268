import { AppError } from "@/lib/contract/app-error";
import { BODIES_HELD_BYTES } from "@/lib/contract/limits";

/** The bytes of request bodies that the process holds at once, over all keys: what arrives cannot fill its memory. */
export class BodyMemory {
  #held = 0;

  get heldBytes(): number {
    return this.#held;
  }

  /** A request's own part of it; given back as a whole when the request has ended. */
  lease(): BodyLease {
    let taken = 0;
    return {
      take: (bytes) => {
        if (this.#held + bytes > BODIES_HELD_BYTES)
          throw new AppError(
            "unavailable",
            `The service holds ${BODIES_HELD_BYTES} bytes of requests already; try again`,
            {
              retryAfterSeconds: 1,
            },
          );
        this.#held += bytes;
        taken += bytes;
      },
      give: (bytes) => {
        this.#held -= bytes;
        taken -= bytes;
      },
      release: () => {
        this.#held -= taken;
        taken = 0;
      },
    };
  }
}

export type BodyLease = {
  /** Throws `unavailable` when there is no room for so many more. */
  take(bytes: number): void;
  /** Gives back so many that were taken. */
  give(bytes: number): void;
  release(): void;
};
