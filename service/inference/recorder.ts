import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { KEY_RECORDS_HELD_BYTES, RECORDS_HELD_BYTES } from "@/lib/contract/limits";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";

/** Records that arrive within this time are written in one transaction. */
const GATHER_MS = 100;
// Smaller batches would fall behind a busy service: most of the cost of a transaction does not depend on its size.
const BATCH_RECORDS = 1000;
const BATCH_BYTES = 16 * 2 ** 20;
/** How often a batch is tried, and the pause after the first failure, which doubles with each further one. */
const TRIES = 5;
const RETRY_MS = 250;

type RecordOutcome = "written" | "dropped" | "failed";

/** The start or the end of a call. */
type CallRecord = {
  /** The API key whose share of the memory for records it takes. */
  key: string;
  /** Bytes used of the memory for records; released once it is written or dropped. */
  bytes: number;
  /** Builds the write when it is needed. */
  write: () => CallWrite;
};

type RecorderOptions = {
  store: Pick<Store, "writeCalls">;
  logger: Logger;
  count: (labels: { outcome: RecordOutcome }) => void;
  retryMs?: number;
  /** Number of processes that share the memory for records. */
  processes?: number;
};

/**
 * Writes records in the background, after the answers have been sent. Its memory is limited; records that cannot be
 * written are dropped and counted.
 */
export class Recorder {
  readonly #options: Required<RecorderOptions>;
  readonly #queue: CallRecord[] = [];
  readonly #heldByKey = new Map<string, number>();
  #heldBytes = 0;
  #hasStopped = false;
  #working: Promise<void> | undefined;

  constructor(options: RecorderOptions) {
    this.#options = { retryMs: RETRY_MS, processes: 1, ...options };
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Reserves memory; false if there is none left, or the key has used its share. */
  hold(key: string, bytes: number): boolean {
    const keyBytes = (this.#heldByKey.get(key) ?? 0) + bytes;
    const { processes } = this.#options;
    const isTooMuch = keyBytes > KEY_RECORDS_HELD_BYTES / processes;
    if (isTooMuch || this.#heldBytes + bytes > RECORDS_HELD_BYTES / processes) return false;
    this.#heldByKey.set(key, keyBytes);
    this.#heldBytes += bytes;
    return true;
  }

  release(key: string, bytes: number): void {
    const keyBytes = (this.#heldByKey.get(key) ?? 0) - bytes;
    if (keyBytes > 0) this.#heldByKey.set(key, keyBytes);
    else this.#heldByKey.delete(key);
    this.#heldBytes -= bytes;
  }

  /** Queues a record whose memory is already reserved. */
  add(record: CallRecord): void {
    this.#queue.push(record);
    this.#working ??= this.#work();
  }

  /** Counts a record for which there was no memory. */
  drop(): void {
    this.#options.count({ outcome: "dropped" });
  }

  /** Resolves when all queued records have been written or dropped. */
  async drained(): Promise<void> {
    await this.#working;
  }

  /** Waits for the queue to drain, at most this long, and drops the records that are left. */
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
      // In the same tick: a record added after the last check would otherwise wait for the next one.
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

  /** A record that cannot be stored must not make others fail. */
  async #writeOneByOne(writes: readonly CallWrite[]): Promise<void> {
    for (const write of writes) await this.#write([write]);
  }

  #giveUp(records: number, error: unknown): void {
    for (let given = 0; given < records; given += 1) this.#options.count({ outcome: "failed" });
    // Only the message: other fields of a database error may contain values that a caller sent.
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.logger.error({ records, reason }, "chat completions were not recorded");
  }
}
