/** One of several calls below the same caller. Times in microseconds; a call that has not ended ends at infinity. */
export interface Step {
  /** Steps with the same key are drawn as one. */
  key: string;
  start: number;
  /** Not before the start. */
  end: number;
}

interface StepBefore {
  /** The keys of the steps that ran directly before it: of several that ran in parallel, all of them. */
  before: ReadonlySet<string>;
  /** Whether a step with its key had ended before it started. */
  isRepeated: boolean;
}

/**
 * What ran directly before each of some steps, given in the order of their starts. A step runs before another if it
 * ended by the other's start, and directly before it if no third one ran between them (the covering relation of an
 * interval order); of steps at one instant, the one that is listed first runs first. Sorts, and is linear apart from the
 * number of keys in the answer.
 */
export function stepsBefore(steps: readonly Step[]): StepBefore[] {
  const endOf = (place: number) => steps[place]?.end ?? Number.POSITIVE_INFINITY;
  // Infinity minus infinity is not a number, which counts as no difference.
  const byEnd = [...steps.keys()].toSorted((a, b) => endOf(a) - endOf(b) || a - b);
  const ended = new Set<string>();
  /** How many steps of each key ended after the last one that had ended was started. */
  const direct = new Map<string, number>();
  let [added, dropped] = [0, 0];
  let last: { step: Step; place: number } | undefined;
  return steps.map((step, place) => {
    for (
      let next = byEnd[added];
      next !== undefined && next < place && endOf(next) <= step.start;
      next = byEnd[added]
    ) {
      const found = steps[next];
      if (found) {
        ended.add(found.key);
        direct.set(found.key, (direct.get(found.key) ?? 0) + 1);
        if (!last || next > last.place) last = { step: found, place: next };
      }
      added += 1;
    }
    if (!last) return { before: new Set(), isRepeated: false };
    for (; dropped < added && endOf(byEnd[dropped] ?? 0) <= last.step.start; dropped += 1) {
      const key = steps[byEnd[dropped] ?? 0]?.key ?? "";
      const left = (direct.get(key) ?? 0) - 1;
      if (left > 0) direct.set(key, left);
      else direct.delete(key);
    }
    return { before: new Set([last.step.key, ...direct.keys()]), isRepeated: ended.has(step.key) };
  });
}
