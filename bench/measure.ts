/** Durations of repeated runs, in milliseconds. */
export interface Timing {
  p50: number;
  p95: number;
  times: number;
}

/**
 * Runs something `times` times, one after another, after a few unmeasured runs; `run` gets the number of the run. When
 * `withinMs` have passed, the next run is the last one, and measured.
 */
export async function measure(
  times: number,
  run: (index: number) => Promise<unknown>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<Timing> {
  const warmUps = Math.ceil(times / 10);
  const took: number[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began > withinMs;
  for (let index = 0; index < warmUps + times && !(isOver() && took.length > 0); index += 1) {
    const isLast = isOver();
    const start = performance.now();
    await run(index);
    if (isLast || index >= warmUps) took.push(performance.now() - start);
  }
  return timingOf(took);
}

/** Values measured elsewhere, in milliseconds or any unit. */
export function timingOf(took: readonly number[]): Timing {
  const sorted = took.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), times: took.length };
}

/** Milliseconds that one run took. */
export async function once(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
