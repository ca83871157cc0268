const FRESH_MS = 1_500;
const ENTRIES = 10_000;

/**
 * Caches the results of key lookups, also for unknown keys, by the hash of the whole key. Entries older than 1.5 s are
 * looked up again, so that within 2 s every process knows of a key that another process created or revoked. Unknown keys
 * have a cache of their own: however many arrive, they evict no known key.
 */
export class KeyCache<Found> {
  readonly #known = new Memory<Found>();
  readonly #unknown = new Memory<undefined>();
  /** Lookups in progress: concurrent requests with one key share one. */
  readonly #asked = new Map<string, Entry<Promise<Found | undefined>>>();
  readonly #now: () => number;

  /** `now` in milliseconds, monotonic. */
  constructor(now: () => number) {
    this.#now = now;
  }

  async get(hash: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const since = this.#now() - FRESH_MS;
    const entry = this.#known.read(hash, since) ?? this.#unknown.read(hash, since);
    if (entry) return entry.found;
    const asked = this.#asked.get(hash);
    return asked && asked.readAt > since ? asked.found : this.#ask(hash, find);
  }

  async #ask(hash: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    // Dated by the start of the lookup: a slow answer is not valid for longer.
    const readAt = this.#now();
    const asked = { readAt, found: find() };
    this.#asked.set(hash, asked);
    try {
      const found = await asked.found;
      if (found === undefined) this.#unknown.write(hash, { readAt, found: undefined });
      else this.#known.write(hash, { readAt, found });
      return found;
    } finally {
      // A failed lookup is not cached: the next request tries again.
      if (this.#asked.get(hash) === asked) this.#asked.delete(hash);
    }
  }
}

interface Entry<Found> {
  readAt: number;
  found: Found;
}

/** Entries by hash; the oldest is evicted when there are too many. */
class Memory<Found> {
  readonly #entries = new Map<string, Entry<Found>>();

  read(hash: string, since: number): Entry<Found> | undefined {
    const entry = this.#entries.get(hash);
    return entry && entry.readAt > since ? entry : undefined;
  }

  write(hash: string, entry: Entry<Found>): void {
    this.#entries.delete(hash);
    this.#entries.set(hash, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }
}
