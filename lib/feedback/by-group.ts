import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";

/** Feedback of one type on the calls of a group. */
export interface FeedbackGroup {
  /** The values that the group has in common, by field; undefined for all groups that are not counted separately. */
  of: Readonly<Record<string, string>> | undefined;
  /** Records, how many of them are numbers, and the mean of those. */
  count: number;
  numbers: number;
  mean: number | undefined;
  /** The share of true, if values are true or false. */
  rate: number | undefined;
  /** How often each value occurs, the most frequent first; undefined for records without one. */
  values: readonly { value: string | undefined; count: number }[];
  /** Records with values that are not counted separately. */
  rest: number;
}

/** A text that is the same for the same group; all feedback has one type. */
export const groupKey = (group: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify(
    Object.entries(group)
      .filter(([field]) => field !== FEEDBACK_TYPE)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * The groups of a type's feedback, the largest first and all smaller ones last. `stats` counts it by group, and `byValue`
 * by group and value.
 */
export function feedbackGroups(stats: Pick<TimeStats, "totals">, byValue: Pick<TimeStats, "totals"> | undefined) {
  return stats.totals
    .flatMap((totals): FeedbackGroup[] => {
      const { feedback, group, others } = totals;
      if (!feedback) return [];
      const of = others ? undefined : (group ?? {});
      const values = of === undefined ? [] : valuesIn(of, byValue?.totals ?? []);
      const listed = values.reduce((sum, { count }) => sum + count, 0);
      const { count, numbers, mean, rate } = feedback;
      return [{ of, count, numbers, mean, rate, values, rest: count - listed }];
    })
    .toSorted((a, b) => Number(a.of === undefined) - Number(b.of === undefined) || b.count - a.count);
}

function valuesIn(of: Readonly<Record<string, string>>, totals: readonly CallTotals[]) {
  const key = groupKey(of);
  return totals
    .flatMap(({ group, others, feedback }) => {
      const { [FEEDBACK_VALUE]: value, ...rest } = group ?? {};
      return others || !feedback || groupKey(rest) !== key ? [] : [{ value, count: feedback.count }];
    })
    .toSorted((a, b) => b.count - a.count);
}

/** The values of all groups together, the most frequent first. */
export function valuesOf(groups: readonly FeedbackGroup[]): string[] {
  const counts = new Map<string, number>();
  for (const { values } of groups)
    for (const { value, count } of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value);
}

/** The mean of a group's numbers in each bucket; null in a bucket without any. */
export function meansByTime({ buckets, stats }: TimeStats, of: Readonly<Record<string, string>>): (number | null)[] {
  const means: (number | null)[] = buckets.map(() => null);
  for (const { bucket, group, others, feedback } of stats)
    if (!others && groupKey(group) === groupKey(of)) means[bucket] = feedback?.mean ?? null;
  return means;
}

/**
 * The share of a group's records in each bucket that have a value, from 0 to 1; null in a bucket without records, and
 * where records of the group may have the value but are not counted by value separately.
 */
export function sharesByTime(
  { buckets, stats }: TimeStats,
  byValue: TimeStats,
  of: Readonly<Record<string, string>>,
  value: string,
): (number | null)[] {
  const countsOf = (counted: Pick<TimeStats, "stats">, isIn: IsGroup) => countsByTime(counted, isIn, buckets.length);
  const [group, pair] = [groupKey(of), groupKey({ ...of, [FEEDBACK_VALUE]: value })];
  const isPair: IsGroup = (one) => groupKey(one) === pair;
  const all = countsOf({ stats }, (one) => groupKey(one) === group);
  const having = countsOf(byValue, isPair);
  const listed = countsOf(byValue, ({ [FEEDBACK_VALUE]: _value, ...rest }) => groupKey(rest) === group);
  const isListed = byValue.totals.some((one) => !one.others && isPair(one.group ?? {}));
  const isWhole = isListed || !byValue.totals.some(({ others }) => others);
  return all.map((count, place) => {
    const isKnown = isWhole || (listed[place] ?? 0) >= count;
    return count === 0 || !isKnown ? null : (having[place] ?? 0) / count;
  });
}

type IsGroup = (group: Readonly<Record<string, string>>) => boolean;

function countsByTime({ stats }: Pick<TimeStats, "stats">, isIn: IsGroup, buckets: number): number[] {
  const counts = Array.from({ length: buckets }, () => 0);
  for (const { bucket, group, others, feedback } of stats)
    if (!others && isIn(group ?? {})) counts[bucket] = (counts[bucket] ?? 0) + (feedback?.count ?? 0);
  return counts;
}
