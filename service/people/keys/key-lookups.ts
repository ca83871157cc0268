import type { StoredKey } from "@/service/store/keys/keys-store";

/**
 * Maximum number of keys per statement, and per address in a statement, so that a flood from one address leaves room
 * for others.
 */
export const IDS_PER_LOOKUP = 256;
export const IDS_PER_ADDRESS = 16;

interface Waiting {
  id: string;
  resolve: (key: StoredKey | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Looks up keys with one statement at a time, for all requests waiting by then. However many unknown keys arrive, the
 * database runs one cheap statement for them. A valid key waits for at most two statements, unless its own address
 * sends more than `IDS_PER_ADDRESS` at once.
 */
export class KeyLookups {
  readonly #findKeys: (ids: readonly string[]) => Promise<StoredKey[]>;
  /** By address, in the order in which the addresses are served. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isLooking = false;

  constructor(findKeys: (ids: readonly string[]) => Promise<StoredKey[]>) {
    this.#findKeys = findKeys;
  }

  /** The key with this id, for a request from `address`; undefined when absent or revoked. Rejects as the store does. */
  async find(id: string, address: string): Promise<StoredKey | undefined> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(address) ?? [];
      waiting.push({ id, resolve, reject });
      this.#waiting.set(address, waiting);
      if (!this.#isLooking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#waiting.size > 0) {
      const batch = this.#take();
      try {
        const found = new Map(
          (await this.#findKeys([...new Set(batch.map(({ id }) => id))])).map((key) => [key.id, key]),
        );
        for (const { id, resolve } of batch) resolve(found.get(id));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isLooking = false;
  }

  /** Takes some keys of each address; an address with more is served again after the others. */
  #take(): Waiting[] {
    const batch: Waiting[] = [];
    for (const [address, waiting] of Array.from(this.#waiting)) {
      const room = Math.min(IDS_PER_ADDRESS, IDS_PER_LOOKUP - batch.length);
      if (room === 0) break;
      batch.push(...waiting.splice(0, room));
      this.#waiting.delete(address);
      if (waiting.length > 0) this.#waiting.set(address, waiting);
    }
    return batch;
  }
}
