const FRESH_MS = 1_500;
const ENTRIES = 10_000;

/**
 * Caches the results of key lookups, also for unknown keys, by the hash of the whole key. Entries older than 1.5 s are
 * looked up again, so that within 2 s every process applies keys that another process created or revoked. Unknown keys
 * have a separate cache, so that they never evict known keys.
 */
export class KeyCache<Found> {
  readonly #known = new Memory<Found>();
  readonly #unknown = new Memory<undefined>();
  /** Lookups in progress: concurrent requests with one key share one. */
  readonly #lookups = new Map<string, Entry<Promise<Found | undefined>>>();
  readonly #now: () => number;

  /** `now` in milliseconds, monotonic. */
  constructor(now: () => number) {
    this.#now = now;
  }

  async get(hash: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const since = this.#now() - FRESH_MS;
    const entry = this.#known.read(hash, since) ?? this.#unknown.read(hash, since);
    if (entry) return entry.found;
    const lookup = this.#lookups.get(hash);
    return lookup && lookup.readAt > since ? lookup.found : this.#ask(hash, find);
  }

  async #ask(hash: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    // Dated by the start of the lookup, so that a slow lookup does not extend its validity.
    const readAt = this.#now();
    const lookup = { readAt, found: find() };
    this.#lookups.set(hash, lookup);
    try {
      const found = await lookup.found;
      if (found === undefined) this.#unknown.write(hash, { readAt, found: undefined });
      else this.#known.write(hash, { readAt, found });
      return found;
    } finally {
      // A failed lookup is not cached: the next request tries again.
      if (this.#lookups.get(hash) === lookup) this.#lookups.delete(hash);
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
