import { sleep } from "./sleep";

type DispatcherOptions<Item> = {
  /** Claims an item with work; undefined if there is none. */
  take: () => Promise<Item | undefined>;
  /** Does the work of an item that was claimed, until there is none or the signal aborts. */
  follow: (item: Item, signal: AbortSignal) => Promise<void>;
  /** That the work of an item failed; another process, or this one, resumes it. */
  onFailure: (item: Item, error: unknown) => void;
  diskIsFull: () => boolean;
  /** Items that one process works on at once. */
  atOnce: number;
  /** The pause after a failure, in milliseconds. */
  pollMs: number;
};

type Within = (work: () => Promise<void>) => Promise<unknown>;

const unwatched: Within = async (work) => work();

/** Claims items with work and works on them. Every replica has one; each item is worked on by one of them. */
export class Dispatcher<Item> {
  readonly #options: DispatcherOptions<Item>;
  readonly #running = new Set<Promise<void>>();

  constructor(options: DispatcherOptions<Item>) {
    this.#options = options;
  }

  /** The number of items that this process works on. */
  get running(): number {
    return this.#running.size;
  }

  /** Claims what there is to be done; `within` runs the work of each item. */
  async take(signal: AbortSignal, within: Within = unwatched): Promise<void> {
    const { take, diskIsFull, atOnce } = this.#options;
    while (!signal.aborted && !diskIsFull() && this.#running.size < atOnce) {
      const item = await take();
      if (!item) return;
      const following = this.#follow(item, signal, within).finally(() => this.#running.delete(following));
      this.#running.add(following);
    }
  }

  /** Settles once nothing is worked on any more. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #follow(item: Item, signal: AbortSignal, within: Within): Promise<void> {
    try {
      await within(async () => this.#options.follow(item, signal));
    } catch (error) {
      if (signal.aborted) return;
      this.#options.onFailure(item, error);
      // Whatever failed, such as the database, fails again at once.
      await sleep(this.#options.pollMs, signal);
    }
  }
}
