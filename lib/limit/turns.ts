/** What is done between two turns of other work: so many items, or characters of JSON. */
export const ITEMS_AT_ONCE = 100;
export const CHARS_AT_ONCE = 64 * 1024;
/** Less is done if it takes longer than this, milliseconds: a request of others needs several turns itself. */
const PIECE_MS = 2;

/** What waits for its turn; of all long work of the process, one piece is done between two turns of other work. */
const waiting: (() => void)[] = [];

/** Resolves when other work has had its turn, and then all long work that was waiting before. */
export async function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admit);
  });
}

function admit(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/** Lets other work have its turn after each so much of a long task, so that nothing waits until all of it is done. */
export class Turns {
  readonly #atOnce: number;
  #done = 0;
  #since = performance.now();

  constructor(atOnce = ITEMS_AT_ONCE) {
    this.#atOnce = atOnce;
  }

  /** Notes that so much was done; there is something to wait for if it is time for other work. */
  after(done = 1): Promise<void> | undefined {
    this.#done += done;
    const isTime = this.#done >= this.#atOnce || performance.now() - this.#since > PIECE_MS;
    return isTime ? this.#pause() : undefined;
  }

  async #pause(): Promise<void> {
    await nextTurn();
    this.#done = 0;
    this.#since = performance.now();
  }
}

/** The result of a generator, with a turn for other work wherever it yields. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** The result of a generator, without a pause where it yields. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
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
    const turn = turns.after();
    if (turn) await turn;
  }
  return results;
}

/** Items that are sorted in one piece. */
const SORTED_AT_ONCE = 512;

/** `items.toSorted(compare)`, in turns with other work. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = [];
  const turns = new Turns(SORTED_AT_ONCE);
  for (let from = 0; from < items.length; from += SORTED_AT_ONCE) {
    runs.push(items.slice(from, from + SORTED_AT_ONCE).toSorted(compare));
    const turn = turns.after(SORTED_AT_ONCE);
    if (turn) await turn;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let pair = 0; pair < runs.length; pair += 2)
      merged.push(await merge(runs[pair] ?? [], runs[pair + 1] ?? [], compare, turns));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  turns: Turns,
): Promise<Item[]> {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of left) {
    for (let next = right[taken]; taken < right.length && next !== undefined; next = right[taken]) {
      if (compare(item, next) <= 0) break;
      merged.push(next);
      taken += 1;
    }
    merged.push(item);
    const turn = turns.after();
    if (turn) await turn;
  }
  for (const item of right.slice(taken)) merged.push(item);
  return merged;
}
