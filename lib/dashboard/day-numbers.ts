import { byCurrency, MAIN_CURRENCY } from "@/lib/contract/currencies";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { type Metric, metricValue } from "@/lib/contract/metrics";
import type { Failures } from "@/lib/filter/failing-traces";

/** The same statistics of the last 24 hours, the 24 hours before, and the 7 days before those of the last 24 hours. */
export interface Days {
  day: TimeStats;
  before: TimeStats;
  week: TimeStats;
}

type Plain = Pick<Metric, "measure" | "currency">;

export interface DayNumber {
  label: string;
  metric: Plain;
  day: number | undefined;
  before: number | undefined;
  /** The mean per day; of a percentile, that of the whole week. */
  week: number | undefined;
  /** The traces that it counts, of which there is a list. */
  failures?: Failures;
}

const WEEK_DAYS = 7;

/** The numbers of a project's days: of its traces, of those with a failing step, and the costs of all calls by currency. */
export function dayNumbers({ traces, failing, calls }: Record<"traces" | "failing" | "calls", Days>): DayNumber[] {
  const currencies = new Set(
    [calls.day, calls.before, calls.week].flatMap(({ totals }) =>
      totals.flatMap(({ total_cost: cost }) => Object.keys(cost)),
    ),
  );
  const number = (label: string, metric: Plain, { day, before, week }: Days): DayNumber => {
    const ofWeek = metricValue(metric, week.totals[0]);
    const isMean = !metric.measure.startsWith("latency_");
    return {
      label,
      metric,
      day: metricValue(metric, day.totals[0]),
      before: metricValue(metric, before.totals[0]),
      week: isMean && ofWeek !== undefined ? ofWeek / WEEK_DAYS : ofWeek,
    };
  };
  return [
    number("Traces", { measure: "calls" }, traces),
    { ...number("Failed traces", { measure: "errors" }, traces), failures: "failed" },
    { ...number("With a failing step", { measure: "failing_traces" }, failing), failures: "failing" },
    number("Latency p95 of traces", { measure: "latency_p95" }, traces),
    ...(currencies.size === 0 ? [MAIN_CURRENCY] : [...currencies].toSorted(byCurrency)).map((currency) =>
      number(currencies.size > 1 ? `Cost in ${currency}` : "Cost", { measure: "cost", currency }, calls),
    ),
  ];
}

export interface ScoreDays {
  type: string;
  /** Records of each time; of the week, the mean per day. */
  counts: { day: number; before: number; week: number };
  /** The mean of the records that are numbers. */
  means: { day?: number; before?: number; week?: number };
}

/** The feedback of each type, the most of the week first; from statistics by `feedback_type`. */
export function scoreDays({ day, before, week }: Days): ScoreDays[] {
  const ofType = ({ totals }: TimeStats, type: string) => totals.find(({ group }) => group?.feedback_type === type);
  const types = [day, before, week].flatMap(({ totals }) => totals.flatMap(({ group }) => group?.feedback_type ?? []));
  return [...new Set(types)]
    .map((type) => {
      const [now, then, all] = [ofType(day, type), ofType(before, type), ofType(week, type)];
      const count = (total: CallTotals | undefined) => total?.feedback?.count ?? 0;
      return {
        type,
        counts: { day: count(now), before: count(then), week: count(all) / WEEK_DAYS },
        means: { day: now?.feedback?.mean, before: then?.feedback?.mean, week: all?.feedback?.mean },
      };
    })
    .toSorted((a, b) => b.counts.week - a.counts.week || a.type.localeCompare(b.type));
}

export interface Move {
  /** The values of the group, by field. */
  group: Readonly<Record<string, string>>;
  day: number;
  before: number;
}

/** Calls that a group must have on both days for its rates and percentiles to be compared. */
export const COMPARED_CALLS = 10;

/**
 * The group with a value of `field` whose value of a metric differs most between two days; undefined if none differs.
 * Rates and percentiles are compared only of groups with enough calls on both days. A group that one of the days may have
 * counted among all others is left out.
 */
export function largestMove(
  metric: Plain,
  field: string,
  { day, before }: Pick<Days, "day" | "before">,
): Move | undefined {
  const isSum = metric.measure === "calls" || metric.measure === "cost";
  const groupsOf = ({ totals }: TimeStats) =>
    new Map(
      totals.flatMap((total) => {
        const { group, others } = total;
        return others || group?.[field] === undefined ? [] : [[keyOf(group), { total, group }] as const];
      }),
    );
  const [now, then] = [groupsOf(day), groupsOf(before)];
  const hasOthers = ({ totals }: TimeStats) => totals.some(({ others }) => others);
  const moves = [...new Map([...now, ...then])].flatMap(([key, { group }]) => {
    const [a, b] = [now.get(key)?.total, then.get(key)?.total];
    if ((!a && hasOthers(day)) || (!b && hasOthers(before))) return [];
    if (!isSum && Math.min(a?.count ?? 0, b?.count ?? 0) < COMPARED_CALLS) return [];
    const [value, earlier] = [metricValue(metric, a), metricValue(metric, b)];
    return value === undefined || earlier === undefined || value === earlier
      ? []
      : [{ key, move: { group, day: value, before: earlier } }];
  });
  const size = ({ move }: { move: Move }) => Math.abs(move.day - move.before);
  return moves.toSorted((one, other) => size(other) - size(one) || (one.key < other.key ? -1 : 1))[0]?.move;
}

/** The same text for groups with the same values. */
function keyOf(group: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(group).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
