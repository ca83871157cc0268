import { ApiError } from "@/lib/client/api-error";
import type { Client } from "@/lib/client/client";

/** A field of a request that only some services know. */
export class Extension {
  readonly #refusedBy = new WeakSet<Client>();

  /** The rows of a request with the field, or without it where the service refuses it: that is not tried again. */
  async *stream<Row>(client: Client, rows: (isSent: boolean) => AsyncIterable<Row>): AsyncGenerator<Row> {
    if (!this.#refusedBy.has(client)) {
      try {
        yield* rows(true);
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "invalid") throw error;
      }
    }
    yield* rows(false);
    // It refused the field, and nothing else.
    this.#refusedBy.add(client);
  }
}
