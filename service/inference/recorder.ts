import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { AppError } from "@/lib/contract/app-error";
import { KEY_RECORDS_HELD_BYTES, RECORDS_HELD_BYTES } from "@/lib/contract/limits";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";

/** Records that come within this time are one transaction. */
const GATHER_MS = 25;
// Fewer would fall behind what a busy service answers: most of a transaction costs the same whatever is in it.
const BATCH_RECORDS = 1000;
const BATCH_BYTES = 16 * 2 ** 20;
/** How often a batch is tried, and how long after a first failure; after each further one twice as long. */
const TRIES = 5;
const RETRY_MS = 250;

type RecordOutcome = "written" | "dropped" | "failed";

/** What one moment of a call says: that it began, or how it ended. */
type CallRecord = {
  /** The API key whose share of the memory for records it takes. */
  key: string;
  /** What it holds of the memory for records; given back once it is written or given up. */
  bytes: number;
  /** What there is to write, worked out when its turn comes. */
  write: () => CallWrite;
};

type RecorderOptions = {
  store: Pick<Store, "writeCalls">;
  logger: Logger;
  count: (labels: { outcome: RecordOutcome }) => void;
  retryMs?: number;
};

/**
 * Writes records behind the answers that they are about: nobody waits for it, what it holds is bounded, and what it
 * cannot write it gives up and counts.
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

  /** Takes room for so many bytes; false when there is none, or the key has its share already. */
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

  /** Puts a record, whose bytes are held already, behind the others. */
  add(record: CallRecord): void {
    this.#queue.push(record);
    this.#working ??= this.#work();
  }

  /** Notes that there was no room for a record. */
  drop(): void {
    this.#options.count({ outcome: "dropped" });
  }

  /** Resolves when all that was added has been written or given up. */
  async drained(): Promise<void> {
    await this.#working;
  }

  /** Waits for what is left, at most so long, and gives the rest up. */
  async stop(patienceMs: number): Promise<void> {
    await Promise.race([this.drained(), pause(patienceMs, undefined, { ref: false })]);
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
        await this.#write(batch.flatMap((record) => this.#workOut(record)));
        for (const { key, bytes } of batch) this.release(key, bytes);
      }
    } finally {
      // At once: a record that came between the last look and then would wait for the next.
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

  #workOut({ write }: CallRecord): CallWrite[] {
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
        if (!isOutage && writes.length > 1 && !this.#hasStopped) return this.#writeApart(writes);
        if (!isOutage || tries === TRIES || this.#hasStopped) return this.#giveUp(writes.length, error);
        await pause(this.#options.retryMs * 2 ** (tries - 1));
      }
    }
  }

  /** One by one, so that what cannot be stored takes nothing with it. */
  async #writeApart(writes: readonly CallWrite[]): Promise<void> {
    for (const write of writes) await this.#write([write]);
  }

  #giveUp(records: number, error: unknown): void {
    for (let given = 0; given < records; given += 1) this.#options.count({ outcome: "failed" });
    // The message alone: a database error's other fields may hold what a caller sent.
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.logger.error({ records, reason }, "chat completions were not recorded");
  }
}
