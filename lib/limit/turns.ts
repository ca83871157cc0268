import { setImmediate } from "node:timers/promises";

/** What is done between two turns of other work: so many items, or characters of JSON, take some milliseconds. */
export const ITEMS_AT_ONCE = 100;
export const CHARS_AT_ONCE = 256 * 1024;

/** Lets other work have its turn after each so much of a long task, so that nothing waits until all of it is done. */
export class Turns {
  readonly #atOnce: number;
  #done = 0;

  constructor(atOnce = ITEMS_AT_ONCE) {
    this.#atOnce = atOnce;
  }

  /** Notes that so much was done; waits if it is time for other work. */
  async after(done = 1): Promise<void> {
    this.#done += done;
    if (this.#done < this.#atOnce) return;
    this.#done = 0;
    await setImmediate();
  }
}

/** `items.map(each)`, in turns with other work. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  each: (item: Item, place: number) => Result,
): Promise<Result[]> {
  const turns = new Turns();
  const results: Result[] = [];
  for (const [place, item] of items.entries()) {
    results.push(each(item, place));
    await turns.after();
  }
  return results;
}
