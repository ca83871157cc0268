import { byCurrency, MAIN_CURRENCY } from "@/lib/contract/currencies";
import type { ChartLook } from "@/lib/contract/dashboards";
import type { CallTotals, TimeStats } from "@/lib/contract/call-stats";
import { type Measure, type Metric, metricValue } from "@/lib/contract/metrics";
import { groupWord } from "@/lib/filter/group-field";

/** The values of a group, or of everything if nothing is grouped by. */
export interface GroupValues {
  label: string;
  /** Set for all groups together that are not counted separately. */
  isOthers: boolean;
  /** Over the whole range; undefined if there is nothing to measure. */
  whole: number | undefined;
  /** One value per bucket; null if there is nothing to measure. */
  values: (number | null)[];
}

type Shown = Pick<Metric, "measure" | "currency" | "group_by">;

/**
 * The values of a metric by group and bucket, from statistics of it. The largest group is first, those without a value
 * and all others together are last.
 */
export function groupValues(metric: Shown, { buckets, stats, totals }: TimeStats): GroupValues[] {
  const fields = metric.group_by ?? [];
  const keyOf = ({ others, group }: CallTotals) =>
    JSON.stringify([others ?? false, fields.map((field) => group?.[field] ?? null)]);
  const groups = new Map<string, GroupValues>();
  const whole = fields.length === 0 && totals.length === 0 ? [undefined] : totals;
  for (const total of whole) {
    const nothing = metricValue(metric, undefined) ?? null;
    const values = { whole: metricValue(metric, total), values: buckets.map(() => nothing) };
    const isOthers = total?.others ?? false;
    groups.set(total ? keyOf(total) : "", { label: isOthers ? "Others" : labelOf(fields, total), isOthers, ...values });
  }
  for (const one of stats) {
    const group = groups.get(keyOf(one));
    if (group) group.values[one.bucket] = metricValue(metric, one) ?? null;
  }
  const place = ({ isOthers, whole: value }: GroupValues) => (isOthers ? 2 : value === undefined ? 1 : 0);
  return [...groups.values()].toSorted((a, b) => place(a) - place(b) || (b.whole ?? 0) - (a.whole ?? 0));
}

function labelOf(fields: readonly string[], total: CallTotals | undefined): string {
  return fields.map((field) => total?.group?.[field] ?? `no ${groupWord(field)}`).join(", ");
}

const SUMS: readonly Measure[] = [
  "calls",
  "failed_traces",
  "failing_traces",
  "errors",
  "input_tokens",
  "output_tokens",
  "total_tokens",
  "cost",
  "feedback_count",
];

/** Whether the values of groups add up to that of all calls, so that their bars can be stacked. */
function addsUp(measure: Measure): boolean {
  return SUMS.includes(measure);
}

/** How a chart is drawn: groups whose values do not add up as lines, since stacked bars would show a sum. */
export function drawnLook({ look, metric }: { look: ChartLook; metric: Shown }): ChartLook {
  return look === "bars" && metric.group_by?.length && !addsUp(metric.measure) ? "lines" : look;
}

/** What the values do not include: costs in other currencies, and calls without a price. */
export function leftOut(
  { measure, currency }: Shown,
  totals: readonly CallTotals[],
): { currencies: string[]; unpriced: number } {
  if (!measure.startsWith("cost")) return { currencies: [], unpriced: 0 };
  const found = totals.flatMap(({ total_cost: cost }) => Object.keys(cost));
  return {
    currencies: [...new Set(found)].filter((one) => one !== (currency ?? MAIN_CURRENCY)).toSorted(byCurrency),
    unpriced: totals.reduce((sum, { unpriced }) => sum + unpriced, 0),
  };
}

/** By how much a value differs from the one before, as a share of it; undefined if that is nothing or 0. */
export function changeShare(value: number | undefined, before: number | undefined): number | undefined {
  return value === undefined || !before ? undefined : (value - before) / Math.abs(before);
}
