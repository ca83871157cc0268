import { AppError } from "@/lib/contract/app-error";
import { OPEN_REQUESTS_PER_KEY } from "@/lib/contract/limits";

/** Counts the requests each key holds open, so that one key cannot take the whole service. */
export class OpenRequests {
  readonly #byKey = new Map<string, number>();

  /** Takes a place and answers how to give it back; throws `too_many_requests` when the key has none left. */
  enter(keyId: string): () => void {
    const open = this.#byKey.get(keyId) ?? 0;
    if (open >= OPEN_REQUESTS_PER_KEY)
      throw new AppError("too_many_requests", `One key may hold ${OPEN_REQUESTS_PER_KEY} requests open at once`, {
        retryAfterSeconds: 1,
      });
    this.#byKey.set(keyId, open + 1);
    return () => this.#leave(keyId);
  }

  #leave(keyId: string): void {
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
  }
}
