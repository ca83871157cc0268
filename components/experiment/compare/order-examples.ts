import type { ComparedExample, ScoreValues } from "@/lib/experiment/compare";

import type { ExampleOrder } from "./use-compare-state";

interface Ordering {
  order: ExampleOrder;
  /** The place of the baseline. */
  base: number;
  /** The score of each experiment. */
  values: readonly ScoreValues[] | undefined;
}

/** Examples in an order; those without a difference from the baseline come last. */
export function orderExamples(
  examples: readonly ComparedExample[],
  { order, base, values }: Ordering,
): readonly ComparedExample[] {
  if (order === "dataset" || values === undefined) return examples;
  const sign = order === "loss" ? 1 : -1;
  const ranks = examples.map((_example, index) => {
    const before = values[base]?.[index];
    let rank = Number.POSITIVE_INFINITY;
    for (const [place, one] of values.entries()) {
      const value = one[index];
      if (place !== base && before !== undefined && value !== undefined) rank = Math.min(rank, sign * (value - before));
    }
    return { index, rank };
  });
  // Two infinities have no difference.
  ranks.sort((a, b) => (a.rank === b.rank ? a.index - b.index : a.rank - b.rank));
  return ranks.flatMap(({ index }) => examples[index] ?? []);
}
