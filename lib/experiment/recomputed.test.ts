import fc from "fast-check";
import { expect, it } from "vitest";
import { alignResults, scoreNames, scorePairs, scoreProblems, scoreValues, summarize } from "./compare";
import { pairedDifference } from "./paired-difference";
import type { Result, Score } from "./result";

/** A result as plain data: an example that may repeat, and a score that may be absent, no number, or failed. */
interface Plain {
  example: string;
  score: number | boolean | "text" | "failed" | undefined;
}

const NAME = "grade";
const scored = fc.constantFrom<Plain["score"]>(0, 1, 0.25, -3, 7e-9, 1e6, true, false, "text", "failed", undefined);
const experiment = fc.array(fc.record<Plain>({ example: fc.constantFrom("a", "b", "c", "d"), score: scored }), {
  maxLength: 12,
});

const numberOf = (score: Plain["score"]) =>
  typeof score === "boolean" ? Number(score) : typeof score === "number" ? score : undefined;

function scoreOf(score: Exclude<Plain["score"], undefined>): Score {
  const isBoolean = typeof score === "boolean";
  if (score === "failed") return { text: "", number: undefined, isBoolean, problem: "no answer" };
  return { text: String(score), number: numberOf(score), isBoolean };
}

const asResult = ({ example, score }: Plain, place: number): Result => ({
  callId: `${example}-${place}`,
  key: example,
  example,
  exampleRef: undefined,
  output: "x",
  failure: undefined,
  scores: new Map(score === undefined ? [] : [[NAME, scoreOf(score)]]),
  latencyMs: undefined,
});

/** By example, the mean over its repetitions that have a number, in plain loops. */
function meansOf(results: readonly Plain[]): Map<string, number> {
  const means = new Map<string, number>();
  for (const example of ["a", "b", "c", "d"]) {
    let [sum, count] = [0, 0];
    for (const one of results) {
      const number = numberOf(one.score);
      if (one.example !== example || number === undefined) continue;
      sum += number;
      count += 1;
    }
    if (count > 0) means.set(example, sum / count);
  }
  return means;
}

function meanOf(numbers: readonly number[]): number | undefined {
  let sum = 0;
  for (const number of numbers) sum += number;
  return numbers.length === 0 ? undefined : sum / numbers.length;
}

/** To six decimals, since sums in another order differ in the last bits. */
const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 1e6) + 0);

it("means, counts and differences of experiments equal those of plain loops over their results", async () => {
  await fc.assert(
    fc.asyncProperty(experiment, experiment, async (first, second) => {
      const results = [first.map(asResult), second.map(asResult)];
      const examples = alignResults(results);
      const [base = [], other = []] = scoreValues(examples, NAME, 2);
      const plain = [meansOf(first), meansOf(second)] as const;

      for (const [place, values] of [base, other].entries()) {
        const means = [...(plain[place] ?? [])].map(([, mean]) => mean);
        const { count, mean } = summarize(values);
        expect(count).toBe(means.length);
        expect(rounded(mean)).toBe(rounded(meanOf(means)));
      }

      const both = [...plain[0].keys()].filter((example) => plain[1].has(example));
      const differences = both.map((example) => (plain[1].get(example) ?? 0) - (plain[0].get(example) ?? 0));
      const difference = await pairedDifference(scorePairs(base, other), () => Promise.resolve());
      expect(difference?.count).toBe(differences.length || undefined);
      expect(rounded(difference?.mean)).toBe(rounded(meanOf(differences)));
      expect([difference?.higher ?? 0, difference?.lower ?? 0, difference?.same ?? 0]).toEqual([
        differences.filter((one) => one > 0).length,
        differences.filter((one) => one < 0).length,
        differences.filter((one) => one === 0).length,
      ]);
      const { low = 0, high = 0 } = difference?.interval ?? {};
      expect(low).toBeLessThanOrEqual(high);

      const numbers = [...first, ...second].filter(({ score }) => numberOf(score) !== undefined);
      const failed = [...first, ...second].filter(({ score }) => score === "failed").length;
      const [name] = scoreNames(results);
      const isRate = numbers.length > 0 && numbers.every(({ score }) => typeof score === "boolean");
      expect(name?.isRate).toBe(numbers.length + failed > 0 ? isRate : undefined);
      expect(scoreProblems(results.flat(), NAME)?.count ?? 0).toBe(failed);
    }),
    { numRuns: 200 },
  );
});
