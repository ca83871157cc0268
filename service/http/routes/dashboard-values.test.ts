import { v7 as uuidV7 } from "uuid";
import { expect, test } from "vitest";
import type { Metric } from "@/lib/contract/metrics";
import { statsOf } from "@/lib/contract/metrics";
import { groupValues, leftOut } from "@/lib/dashboard/chart-values";
import { JsonText } from "@/lib/json/text";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { unique, useStore } from "@/service/store/testing/test-store";
import { timeStats } from "@/service/costs/call-stats";

// What a chart shows is compared with sums over the calls themselves: with missing values, failures without usage, two
// currencies, more groups than are drawn, and a range that ends within its last bucket.

const opened = useStore();
const [START, NOW] = ["2026-03-28T00:20:00.000000Z", "2026-03-28T05:37:11.000000Z"];
const GROUPS = 4;
const CURRENCIES: Record<string, string> = { "m-0": "USD", "m-1": "EUR", "m-2": "USD", "m-3": "USD" };
const PRICE = 0.5;

const CALLS = Array.from({ length: 240 }, (_, place) => {
  const number = (place * 7919) % 1009;
  const fails = number % 7 === 0;
  return {
    minute: (number * 31) % 317,
    // Squared, so that some models have many more calls than others; every eleventh has none.
    model: number % 11 === 0 ? undefined : `m-${Math.floor(Math.sqrt(number % 100))}`,
    latency: number % 5 === 0 ? undefined : (number % 13) * 10,
    fails,
    tokens: fails || number % 3 === 0 ? undefined : number % 50,
  };
});
type Made = (typeof CALLS)[number];

const time = (ms: number) => new Date(ms).toISOString().replace("Z", "000Z");
const startOf = ({ minute }: Made) => Date.parse(START) + minute * 60_000;

async function store(): Promise<string> {
  const project_id = unique("charts/any");
  const writes = CALLS.map((call, place): CallWrite => ({
    project_id,
    id: `c${place}`,
    trace_id: `t${place}`,
    rank: RANK.end,
    kind: "llm",
    op_name: "answer",
    model: call.model,
    started_at: time(startOf(call)),
    ended_at: call.latency === undefined ? undefined : time(startOf(call) + call.latency),
    exception: call.fails ? "boom" : undefined,
    attributes: new JsonText("{}"),
    usage: call.tokens === undefined ? undefined : { prompt_tokens: call.tokens },
  }));
  await opened().store.writeCalls(writes);
  for (const [llm_id, currency] of Object.entries(CURRENCIES))
    await opened().store.createCosts(project_id, [
      {
        id: uuidV7(),
        llm_id,
        provider_id: "default",
        prompt_token_cost: PRICE,
        completion_token_cost: PRICE,
        prompt_token_cost_unit: currency,
        completion_token_cost_unit: currency,
        effective_date: "2026-01-01T00:00:00.000000Z",
        created_by: "ada",
      },
    ]);
  return project_id;
}

/** The value of a metric of some calls, in plain arithmetic; null for nothing to measure. */
function plainValue({ measure, currency = "USD" }: Metric, calls: readonly Made[]): number | null {
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const errors = calls.filter(({ fails }) => fails).length;
  const ended = calls.flatMap(({ latency }) => latency ?? []).toSorted((a, b) => a - b);
  const used = calls.filter(({ tokens }) => tokens !== undefined);
  const priced = used.filter(({ model }) => model !== undefined && model in CURRENCIES);
  switch (measure) {
    case "calls":
    case "traces":
      return calls.length;
    case "error_rate":
      return calls.length === 0 ? null : errors / calls.length;
    case "latency_p50":
      return ended[Math.ceil(0.5 * ended.length) - 1] ?? null;
    case "total_tokens":
      return sum(used.map(({ tokens = 0 }) => tokens));
    case "cost":
      if (used.length > 0 && priced.length === 0) return null;
      return sum(priced.map(({ model = "", tokens = 0 }) => (CURRENCIES[model] === currency ? tokens * PRICE : 0)));
    default:
      throw new Error(measure);
  }
}

function grouped<Key>(calls: readonly Made[], keyOf: (call: Made) => Key): Map<Key, Made[]> {
  const groups = new Map<Key, Made[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return groups;
}

const METRICS: Metric[] = (["calls", "traces", "error_rate", "latency_p50", "total_tokens", "cost"] as const).flatMap(
  (measure) => [{ measure }, { measure, group_by: ["model"] }],
);
METRICS.push({ measure: "cost", currency: "EUR", group_by: ["model"] });

test("every value of a chart is that of plain arithmetic, for its groups, the others, and each interval", async () => {
  const project_id = await store();
  const inRange = CALLS.filter((call) => startOf(call) < Date.parse(NOW));
  const counts = grouped(inRange, ({ model }) => model);
  const largest = [...counts].toSorted((a, b) => b[1].length - a[1].length);
  // The groups that are drawn are clear: no two of the largest are equal.
  expect(new Set(largest.slice(0, GROUPS + 1).map(([, calls]) => calls.length)).size).toBe(GROUPS + 1);
  expect(largest.length).toBeGreaterThan(GROUPS + 2);
  const drawn = new Set(largest.slice(0, GROUPS).map(([model]) => model));

  for (const metric of METRICS) {
    const asked = { project_id, start: START, granularity: 3600, ...statsOf(metric), groups: GROUPS };
    const stats = await timeStats(opened().store, metric.group_by ? asked : { ...asked, groups: undefined }, NOW);
    expect(stats.buckets.at(-1)?.end).toBe(NOW);
    const labelOf = ({ model }: Made) => (metric.group_by ? (drawn.has(model) ? (model ?? "no model") : "Others") : "");
    const plain = [...grouped(inRange, labelOf)].map(([label, calls]) => ({
      label,
      isOthers: label === "Others",
      whole: plainValue(metric, calls) ?? undefined,
      values: stats.buckets.map(({ start, end }) =>
        plainValue(
          metric,
          calls.filter((call) => startOf(call) >= Date.parse(start) && startOf(call) < Date.parse(end)),
        ),
      ),
    }));
    const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
    expect({ metric, groups: groupValues(metric, stats).toSorted(byLabel) }).toEqual({
      metric,
      groups: plain.toSorted(byLabel),
    });
    if (metric.measure !== "cost") continue;
    const unpriced = inRange.filter(({ model, tokens }) => tokens !== undefined && !(model && model in CURRENCIES));
    expect(leftOut(metric, stats.totals)).toEqual({
      currencies: [metric.currency === "EUR" ? "USD" : "EUR"],
      unpriced: unpriced.length,
    });
  }
});
