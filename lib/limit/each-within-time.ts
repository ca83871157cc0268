import { nextTurn } from "./turns";
import { withinTime } from "./within-time";

/** For how long one of some functions, and all of them together, may run, milliseconds. */
export interface TimeLimits {
  eachMs: number;
  allMs: number;
}

/** For how long functions run in one go. */
const SLICE_MS = 10;

/**
 * Runs functions within a time limit and returns their results in order. A result is undefined if its function took
 * too long twice in a row (once may be a pause of the process), or if the time for all of them ran out before it;
 * `onSlow` is called for the former. They run in few slices, since starting a limit costs more than most functions;
 * between slices, which last `eachMs` at most, and usually less, other work has its turn.
 */
export async function eachWithinTime<Result>(
  runs: readonly (() => Result)[],
  { eachMs, allMs }: TimeLimits,
  onSlow: (place: number) => void = () => {},
): Promise<({ result: Result } | undefined)[]> {
  const results: ({ result: Result } | undefined)[] = [];
  let leftMs = allMs;
  let inVain = 0;
  while (results.length < runs.length && leftMs > 0) {
    const before = results.length;
    const since = performance.now();
    // Together for a short time; what needs more by itself has all of its own, twice.
    withinTime(Math.min(inVain === 0 ? Math.min(SLICE_MS, eachMs) : eachMs, Math.ceil(leftMs)), () => {
      for (const run of runs.slice(before)) results.push({ result: run() });
    });
    leftMs -= performance.now() - since;
    inVain = results.length > before ? 0 : inVain + 1;
    if (inVain === 3) {
      onSlow(results.length);
      results.push(undefined);
      inVain = 0;
    }
    if (results.length < runs.length) await nextTurn();
  }
  return runs.map((_run, place) => results[place]);
}
