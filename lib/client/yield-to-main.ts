/** Milliseconds of work after which the page gets its turn. */
const TURN_MS = 40;

/** Rows as they come, with a pause now and then in which the page can answer: thousands arrive in one piece. */
export async function* yieldToMain<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let since = performance.now();
  for await (const row of rows) {
    yield row;
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}
