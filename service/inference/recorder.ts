import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { KEY_RECORDS_HELD_BYTES, RECORDS_HELD_BYTES } from "@/lib/contract/limits";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";

/** Records that arrive within this time are written in one transaction. */
const GATHER_MS = 25;
// Smaller batches would fall behind a busy service: most of the cost of a transaction does not depend on its size.
const BATCH_RECORDS = 1000;
const BATCH_BYTES = 16 * 2 ** 20;
/** How often a batch is tried, and the pause after the first failure, which doubles with each further one. */
const TRIES = 5;
const RETRY_MS = 250;

type RecordOutcome = "written" | "dropped" | "failed";

/** The beginning or the end of a call. */
type CallRecord = {
  /** The API key whose share of the memory for records it takes. */
  key: string;
  /** Bytes held of the memory for records; released once it is written or given up. */
  bytes: number;
  /** Builds the write when its turn comes. */
  write: () => CallWrite;
};

type RecorderOptions = {
  store: Pick<Store, "writeCalls">;
  logger: Logger;
  count: (labels: { outcome: RecordOutcome }) => void;
  retryMs?: number;
};

/**
 * Writes records in the background, after the answers they are about. Its memory is bounded; what cannot be written is
 * dropped and counted.
 */
export class Recorder {
  readonly #options: Required<RecorderOptions>;
  readonly #queue: CallRecord[] = [];
  readonly #heldByKey = new Map<string, number>();
  #heldBytes = 0;
  #hasStopped = false;
  #working: Promise<void> | undefined;

  constructor(options: RecorderOptions) {
    this.#options = { retryMs: RETRY_MS, ...options };
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Reserves memory; false when there is none left, or the key has its share already. */
  hold(key: string, bytes: number): boolean {
    const held = (this.#heldByKey.get(key) ?? 0) + bytes;
    if (held > KEY_RECORDS_HELD_BYTES || this.#heldBytes + bytes > RECORDS_HELD_BYTES) return false;
    this.#heldByKey.set(key, held);
    this.#heldBytes += bytes;
    return true;
  }

  release(key: string, bytes: number): void {
    const held = (this.#heldByKey.get(key) ?? 0) - bytes;
    if (held > 0) this.#heldByKey.set(key, held);
    else this.#heldByKey.delete(key);
    this.#heldBytes -= bytes;
  }

  /** Queues a record whose bytes are already held. */
  add(record: CallRecord): void {
    this.#queue.push(record);
    this.#working ??= this.#work();
  }

  /** Counts a record for which there was no room. */
  drop(): void {
    this.#options.count({ outcome: "dropped" });
  }

  /** Resolves when all queued records have been written or given up. */
  async drained(): Promise<void> {
    await this.#working;
  }

  /** Waits for the queue to drain, at most this long, and gives up the records that are left. */
  async stop(timeoutMs: number): Promise<void> {
    await Promise.race([this.drained(), pause(timeoutMs, undefined, { ref: false })]);
    this.#hasStopped = true;
    const left = this.#queue.splice(0);
    for (const { key, bytes } of left) this.release(key, bytes);
    if (left.length > 0) this.#giveUp(left.length, new Error("The service has stopped"));
  }

  async #work(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        if (this.#queue.length < BATCH_RECORDS) await pause(GATHER_MS);
        const batch = this.#takeBatch();
        await this.#write(batch.flatMap((record) => this.#writesOf(record)));
        for (const { key, bytes } of batch) this.release(key, bytes);
      }
    } finally {
      // In the same tick: a record that is added after the last check would otherwise wait for the next one.
      this.#working = undefined;
    }
  }

  #takeBatch(): CallRecord[] {
    let bytes = 0;
    let count = 0;
    for (const record of this.#queue.slice(0, BATCH_RECORDS)) {
      bytes += record.bytes;
      if (count > 0 && bytes > BATCH_BYTES) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  #writesOf({ write }: CallRecord): CallWrite[] {
    try {
      return [write()];
    } catch (error) {
      this.#giveUp(1, error);
      return [];
    }
  }

  async #write(writes: readonly CallWrite[]): Promise<void> {
    for (let tries = 1; writes.length > 0; tries += 1) {
      try {
        const refusals = await this.#options.store.writeCalls(writes);
        for (const refusal of refusals) {
          if (refusal) this.#giveUp(1, new Error(refusal.message));
          else this.#options.count({ outcome: "written" });
        }
        return;
      } catch (error) {
        const isOutage = error instanceof AppError;
        if (!isOutage && writes.length > 1 && !this.#hasStopped) return this.#writeOneByOne(writes);
        if (!isOutage || tries === TRIES || this.#hasStopped) return this.#giveUp(writes.length, error);
        await pause(this.#options.retryMs * 2 ** (tries - 1));
      }
    }
  }

  /** So that a record that cannot be stored does not take others with it. */
  async #writeOneByOne(writes: readonly CallWrite[]): Promise<void> {
    for (const write of writes) await this.#write([write]);
  }

  #giveUp(records: number, error: unknown): void {
    for (let given = 0; given < records; given += 1) this.#options.count({ outcome: "failed" });
    // The message alone: a database error's other fields may hold what a caller sent.
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.logger.error({ records, reason }, "chat completions were not recorded");
  }
}
