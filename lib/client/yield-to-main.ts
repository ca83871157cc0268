/** Milliseconds of work after which control returns to the main thread. */
const TURN_MS = 40;

/** Rows as they arrive, with pauses in which the page can respond, since thousands may arrive at once. */
export async function* yieldToMain<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let since = performance.now();
  for await (const row of rows) {
    yield row;
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** Resolves after the page has responded to whatever waits. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
