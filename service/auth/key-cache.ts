const FRESH_MS = 1_500;
const ENTRIES = 10_000;

type Entry<Found> = { readAt: number; found: Promise<Found> };

/**
 * Remembers what a key was found to be, unknown ones too, by the hash of its whole text. What is older than 1.5 s is
 * looked up again, so that within 2 s every process knows of a key that was made or revoked in another.
 */
export class KeyCache<Found> {
  readonly #entries = new Map<string, Entry<Found>>();
  readonly #now: () => number;

  /** `now` in milliseconds, never running backwards. */
  constructor(now: () => number) {
    this.#now = now;
  }

  async get(hash: string, find: () => Promise<Found>): Promise<Found> {
    const known = this.#entries.get(hash);
    const now = this.#now();
    if (known && now - known.readAt < FRESH_MS) return known.found;
    const entry = { readAt: now, found: find() };
    this.#put(hash, entry);
    try {
      return await entry.found;
    } catch (error) {
      // No answer is no knowledge: the next request asks again.
      if (this.#entries.get(hash) === entry) this.#entries.delete(hash);
      throw error;
    }
  }

  #put(hash: string, entry: Entry<Found>): void {
    this.#entries.delete(hash);
    this.#entries.set(hash, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }
}
