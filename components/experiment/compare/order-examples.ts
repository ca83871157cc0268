import { type ComparedExample, scoreOfExample } from "@/lib/experiment/compare";

import type { ExampleOrder } from "./use-compare-state";

/** Examples in an order; those without a difference from the baseline come last. */
export function orderExamples(
  examples: readonly ComparedExample[],
  { order, base, name }: { order: ExampleOrder; base: number; name: string | undefined },
): readonly ComparedExample[] {
  if (order === "dataset" || name === undefined) return examples;
  const sign = order === "loss" ? 1 : -1;
  const rank = (example: ComparedExample) => {
    const before = scoreOfExample(example.results[base] ?? [], name);
    const others = example.results.flatMap((results, place) =>
      place === base || before === undefined ? [] : (scoreOfExample(results, name) ?? []),
    );
    return others.length === 0 || before === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(...others.map((value) => sign * (value - before)));
  };
  const ranked = examples.map((example) => ({ example, rank: rank(example) }));
  // Two infinities have no difference.
  return ranked.toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank)).map(({ example }) => example);
}
