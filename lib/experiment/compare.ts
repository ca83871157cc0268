import type { Pair } from "./paired-difference";
import type { Result } from "./result";

/** The results of one example in each of several experiments, in their order; several of one are repetitions. */
export interface ComparedExample {
  key: string;
  results: readonly (readonly Result[])[];
}

/** The examples of all experiments, in the order in which they first occur. */
export function alignResults(experiments: readonly (readonly Result[])[]): ComparedExample[] {
  const rows = new Map<string, Result[][]>();
  for (const [place, results] of experiments.entries())
    for (const result of results) {
      const row = rows.get(result.key) ?? experiments.map((): Result[] => []);
      row[place]?.push(result);
      rows.set(result.key, row);
    }
  return [...rows].map(([key, results]) => ({ key, results }));
}

/** A score that has a number in some result, or should have one. */
export interface ScoreName {
  name: string;
  /** Whether all its values are true or false, so that its mean is a rate. */
  isRate: boolean;
}

/** The scores that can be compared or that a scorer failed to give, in the order in which they first occur. */
export function scoreNames(experiments: readonly (readonly Result[])[]): ScoreName[] {
  const names = new Map<string, boolean | undefined>();
  for (const results of experiments)
    for (const { scores } of results)
      for (const [name, { number, isBoolean, problem }] of scores)
        if (number !== undefined) names.set(name, (names.get(name) ?? true) && isBoolean);
        else if (problem !== undefined && !names.has(name)) names.set(name, undefined);
  return [...names].map(([name, isRate = false]) => ({ name, isRate }));
}

/** Results that lack a score because the scorer failed. */
export interface ScoreProblems {
  count: number;
  /** The most common reason. */
  reason: string;
}

/** How many results lack a score because the scorer failed, and why; undefined if none does. */
export function scoreProblems(results: readonly Result[], name: string): ScoreProblems | undefined {
  return problemsOf(results.flatMap(({ scores }) => scores.get(name)?.problem ?? []));
}

/** Sums up the reasons of scorers that failed: the most common one, or the first of these. Undefined without any. */
export function problemsOf(reasons: readonly string[]): ScoreProblems | undefined {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first && { count: reasons.length, reason: first[0] };
}

/** The mean of a score in the repetitions of one example; undefined if none has a number. */
export function scoreOfExample(results: readonly Result[], name: string): number | undefined {
  const [only, ...more] = results;
  if (more.length === 0) return only?.scores.get(name)?.number;
  return mean(results.flatMap(({ scores }) => scores.get(name)?.number ?? []));
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A score of each example, in their order; undefined where it has no number. */
export type ScoreValues = readonly (number | undefined)[];

/** A score in each experiment. */
export function scoreValues(examples: readonly ComparedExample[], name: string, experiments: number): ScoreValues[] {
  return Array.from({ length: experiments }, (_, place) =>
    examples.map(({ results }) => scoreOfExample(results[place] ?? [], name)),
  );
}

/** A score of one experiment, over the examples that have it. */
export interface ScoreSummary {
  /** Examples with a number. */
  count: number;
  /** The mean over examples, each with the mean of its repetitions; undefined if there are none. */
  mean: number | undefined;
}

export function summarize(values: ScoreValues): ScoreSummary {
  const numbers = values.filter((value) => value !== undefined);
  return { count: numbers.length, mean: mean(numbers) };
}

/** A score in the baseline and in another experiment, of the examples that have it in both. */
export function scorePairs(base: ScoreValues, values: ScoreValues): Pair[] {
  return values.flatMap((value, index): Pair[] => {
    const before = base[index];
    return before === undefined || value === undefined ? [] : [[before, value]];
  });
}
