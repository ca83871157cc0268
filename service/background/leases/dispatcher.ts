import type { Claimed } from "@/service/store/connections/held-rows";
import type { Quarantine } from "./quarantine";
import { sleep } from "@/lib/limit/sleep";

type DispatcherOptions<Item> = {
  /** Claims an item with work; undefined if there is none. With "not", none that may have ended a process. */
  take: (suspects: "too" | "not") => Promise<Claimed<Item> | undefined>;
  /**
   * Does the work of an item that was claimed, until there is none or the signal aborts; calls `wentOn` whenever a part of
   * it is done for good.
   */
  follow: (item: Item, signal: AbortSignal, wentOn: () => Promise<void>) => Promise<void>;
  /** Stores that the work on an item goes on, which may have ended a process. */
  goOn: (item: Item) => Promise<void>;
  /** Of all dispatchers of the process. */
  quarantine: Quarantine;
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
export class Dispatcher<Item extends object> {
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
    const { take, diskIsFull, atOnce, quarantine } = this.#options;
    while (!signal.aborted && !diskIsFull() && this.#running.size < atOnce) {
      const claimed = await take(quarantine.isFree ? "too" : "not");
      if (!claimed) return;
      if (claimed.isSuspect) quarantine.enter(claimed.held);
      const following = this.#follow(claimed, signal, within).finally(() => {
        quarantine.leave(claimed.held);
        this.#running.delete(following);
      });
      this.#running.add(following);
    }
  }

  /** Settles once nothing is worked on any more. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #follow({ held: item, isSuspect }: Claimed<Item>, signal: AbortSignal, within: Within): Promise<void> {
    let isSuspected = isSuspect;
    const wentOn = async () => {
      if (!isSuspected) return;
      isSuspected = false;
      await this.#options.goOn(item);
      this.#options.quarantine.leave(item);
    };
    try {
      await within(async () => this.#options.follow(item, signal, wentOn));
    } catch (error) {
      if (signal.aborted) return;
      this.#options.onFailure(item, error);
      // Whatever failed, such as the database, fails again at once.
      await sleep(this.#options.pollMs, signal);
    }
  }
}
