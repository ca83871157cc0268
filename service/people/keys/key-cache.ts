import { LRUCache } from "lru-cache";

const FRESH_MS = 1_500;
const ENTRIES = 10_000;

/**
 * Caches the results of key lookups, also for unknown keys, by the hash of the whole key. Entries older than 1.5 s are
 * looked up again, so that within 2 s every process applies keys that another process created or revoked. Unknown keys
 * have a separate cache, so that they never evict known keys.
 */
export class KeyCache<Found> {
  readonly #known = new LRUCache<string, Entry<Found>>({ max: ENTRIES });
  readonly #unknown = new LRUCache<string, Entry<undefined>>({ max: ENTRIES });
  /** Lookups in progress: concurrent requests with one key share one. */
  readonly #lookups = new Map<string, Entry<Promise<Found | undefined>>>();
  readonly #now: () => number;

  /** `now` in milliseconds, monotonic. */
  constructor(now: () => number) {
    this.#now = now;
  }

  async get(hash: string, find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const since = this.#now() - FRESH_MS;
    for (const entry of [this.#known.get(hash), this.#unknown.get(hash)])
      if (entry && entry.readAt > since) return entry.found;
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
      if (found === undefined) this.#unknown.set(hash, { readAt, found: undefined });
      else this.#known.set(hash, { readAt, found });
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
