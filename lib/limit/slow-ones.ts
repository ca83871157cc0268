/** For how long a pattern or schema gets less time after it took too long. */
const WARY_MS = 60_000;
const MOST_KEPT = 1_000;

/**
 * Remembers which patterns and schemas took too long. Those that take too long meanwhile do not extend the minute: with
 * little time, harmless ones take too long as well when the machine is busy.
 */
export class SlowOnes<Key> {
  readonly #slowAt = new Map<Key, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  has(key: Key): boolean {
    return this.#now() - (this.#slowAt.get(key) ?? -Infinity) < WARY_MS;
  }

  add(key: Key): void {
    if (this.has(key)) return;
    // At the end of the map, the beginning of which is the oldest.
    this.#slowAt.delete(key);
    this.#slowAt.set(key, this.#now());
    const [oldest] = this.#slowAt.keys();
    if (this.#slowAt.size > MOST_KEPT && oldest !== undefined) this.#slowAt.delete(oldest);
  }
}
