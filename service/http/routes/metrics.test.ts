import fc from "fast-check";
import { v7 as uuidV7 } from "uuid";
import { describe, expect, test } from "vitest";
import { equals } from "@/lib/contract/conditions";
import { MEASURES, type Metric, metricValue, statsOf } from "@/lib/contract/metrics";
import type { CountedFeedback, TimeStatsQuery } from "@/lib/contract/call-stats";
import { feedbackGroupIn } from "@/lib/contract/feedback-groups";
import { callRef, versionRef } from "@/lib/contract/refs";
import { JsonText } from "@/lib/json/text";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { useClient } from "@/service/store/testing/test-client";
import { unique, useStore } from "@/service/store/testing/test-store";
import { timeStats } from "@/service/costs/call-stats";
import { commonTier, mainModel } from "./test-main-model";

// Each value of `/calls/stats` is compared with one that is computed here from the calls and the feedback themselves.

const opened = useStore();
const client = useClient(opened);
const [START, NOW] = ["2026-03-28T00:20:00.000000Z", "2026-03-28T06:00:00.000000Z"];
const BEFORE = "2026-03-28T00:19:59.999999Z";
const PRICES: Record<string, number> = { "m-1": 0.5, "m-2": 2 };

type Said = { type: string; payload: string; minute: number };
type Made = CallWrite & {
  id: string;
  trace_id: string;
  started_at: string;
  tier?: string;
  said: Said[];
  repeats: boolean;
};

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const time = (minute: number) => new Date(Date.parse(START) + minute * 60_000).toISOString().replace("Z", "000Z");
const op = (name: string, digest: string) => versionRef("acme/support", { kind: "op", name, digest });

/** JSON texts of an attribute, and the text of its group. */
const TIERS: [json: string, text: string | undefined][] = [
  ['"pro"', "pro"],
  ['"free 配送"', "free 配送"],
  ['""', ""],
  ["7", "7"],
  ["true", "true"],
  ["null", undefined],
];
const SAID: Omit<Said, "minute">[] = [
  { type: "core.reaction.1", payload: '{"emoji":"👎"}' },
  { type: "core.reaction.1", payload: '{"emoji":"👍"}' },
  { type: "score", payload: '{"value":0.25}' },
  { type: "score", payload: '{"value":1}' },
  { type: "score", payload: '{"value":"1"}' },
  { type: "score", payload: '{"value":null,"deep":{"n":3}}' },
  { type: "core.note.1", payload: '{"note":"hm"}' },
];

const call = fc.record({
  minute: fc.integer({ min: 0, max: 400 }),
  trace: fc.integer({ min: 0, max: 3 }),
  op_name: fc.constantFrom("plain", op("answer", "v1"), op("answer", "v2"), op("a:b", "v1")),
  model: maybe(fc.constantFrom("m-1", "m-2", "unpriced")),
  user_id: maybe(fc.constantFrom("ada", "bob", "配送")),
  thread_id: maybe(fc.constantFrom("t-1", "t-2")),
  tier: maybe(fc.constantFrom(...TIERS)),
  // Far apart, so that a percentile is exactly one of them.
  latency: maybe(fc.constantFrom(10, 100, 1000, 10_000)),
  fails: fc.boolean(),
  usage: maybe(
    fc.record({
      prompt_tokens: fc.integer({ min: 0, max: 900 }),
      completion_tokens: maybe(fc.integer({ min: 0, max: 90 })),
    }),
  ),
  repeats: fc.boolean(),
  said: fc.array(fc.tuple(fc.constantFrom(...SAID), fc.integer({ min: -5, max: 400 })), { maxLength: 2 }),
});

type Data = { project_id: string; calls: Made[] };

/** Stores calls with their feedback; one that `repeats` has a parent with the same tokens, which do not count again. */
async function store(drawn: readonly (typeof call extends fc.Arbitrary<infer Value> ? Value : never)[]): Promise<Data> {
  const project_id = unique("metrics/any");
  const calls = drawn.flatMap(({ minute, trace, tier, latency, fails, said, repeats, ...fields }, place): Made[] => {
    const started_at = time(minute);
    const made: Made = {
      ...fields,
      project_id,
      id: `c${place}`,
      trace_id: `t${trace}`,
      rank: RANK.end,
      kind: "llm",
      started_at,
      ended_at:
        latency === undefined
          ? undefined
          : new Date(Date.parse(started_at) + latency).toISOString().replace("Z", "000Z"),
      exception: fails ? "boom" : undefined,
      attributes: new JsonText(tier ? `{"acme":{"tier":${tier[0]}}}` : "{}"),
      tier: tier?.[1],
      repeats: false,
      said: said.map(([one, at]) => ({ ...one, minute: at })),
    };
    if (!repeats) return [made];
    // Some of them do not fail with the call below.
    const exception = tier ? made.exception : undefined;
    const own = { op_name: "parent", exception, repeats: true, said: [] };
    const parent = { ...made, ...own, id: `p${place}`, kind: "agent" as const };
    return [parent, { ...made, parent_id: parent.id }];
  });
  await opened().store.writeCalls(calls.map(({ tier: _tier, said: _said, repeats: _repeats, ...write }) => write));
  for (const { id, said } of calls)
    for (const { type, payload, minute } of said) {
      const record = { project_id, core_ref: callRef(project_id, id), feedback_type: type, ext_user_id: "ada" };
      const created = await opened().store.createFeedback({ ...record, id: uuidV7(), payload: new JsonText(payload) });
      await client().query("update feedback set created_at = $3 where project_id = $1 and id = $2", [
        project_id,
        created.id,
        time(minute),
      ]);
    }
  for (const [model, cost] of Object.entries(PRICES))
    await opened().store.createCosts(project_id, [
      {
        id: uuidV7(),
        llm_id: model,
        provider_id: "default",
        prompt_token_cost: cost,
        completion_token_cost: cost,
        prompt_token_cost_unit: "USD",
        completion_token_cost_unit: "USD",
        effective_date: "2026-01-01T00:00:00.000000Z",
        created_by: "ada",
      },
    ]);
  return { project_id, calls };
}

/** What a call or a record on it is grouped by. */
const GROUPS: Record<string, (call: Made, said?: Said, feedback?: CountedFeedback | null) => string | undefined> = {
  op_name: ({ op_name }) => op_name,
  op: ({ op_name }) => (op_name?.startsWith("core:") ? (op_name.includes("/a%3Ab:") ? "a:b" : "answer") : op_name),
  version: ({ op_name }) => /^core:.*:(v\d)$/.exec(op_name ?? "")?.[1],
  model: ({ model }) => model,
  user_id: ({ user_id }) => user_id,
  thread_id: ({ thread_id }) => thread_id,
  "attributes.acme.tier": ({ tier }) => tier,
  feedback_type: (_call, said) => said?.type,
  feedback_value: (_call, said, feedback) => said && valueOf(said, feedback)?.toString(),
};

const CALL_GROUPS = Object.keys(GROUPS).filter((name) => feedbackGroupIn([name]) === undefined);

const VALUES: Record<string, string | number | undefined> = {
  '{"emoji":"👎"}': "👎",
  '{"emoji":"👍"}': "👍",
  '{"value":0.25}': 0.25,
  '{"value":1}': 1,
  '{"value":"1"}': "1",
};

const valueOf = ({ payload }: Said, feedback: CountedFeedback | null | undefined) =>
  feedback?.field ? JSON.parse(payload).deep?.n : VALUES[payload];

interface Asked {
  metric: Metric;
  start: string;
  end?: string;
  selects: (call: Made) => boolean;
}

/** The value of a metric by group (JSON of the values), computed from everything one by one. */
function plainValues({ calls }: Data, { metric, start, end = NOW, selects }: Asked): Map<string, number | undefined> {
  // On a root without them: the model of its trace with the most tokens, the attribute that most of its calls have.
  const shownModel = (one: Made) =>
    one.model ?? (one.parent_id === undefined ? mainModel(calls, one.trace_id) : undefined);
  const shownTier = (one: Made) =>
    one.tier ?? (one.parent_id === undefined ? commonTier(calls, one.trace_id) : undefined);
  const groupOf = (one: Made, said?: Said) => {
    const shown = said ? { ...one, model: shownModel(one), tier: shownTier(one) } : one;
    return JSON.stringify((metric.group_by ?? []).map((name) => GROUPS[name]?.(shown, said, metric.feedback) ?? null));
  };
  const isWithin = (at: string) => at >= start && at < end;
  const isFeedback = metric.measure.startsWith("feedback");
  const fails = ({ exception }: Made) => exception !== undefined;
  const isCounted: Record<string, (call: Made) => boolean> = {
    failed_traces: (one) => one.parent_id === undefined && fails(one),
    failing_traces: (one) =>
      one.parent_id === undefined && (fails(one) || calls.some((below) => below.parent_id === one.id && fails(below))),
  };
  const selected = calls.filter((one) => selects(one) && (isCounted[metric.measure]?.(one) ?? true));
  const byGroup = new Map<string, { calls: Made[]; said: Said[] }>();
  const partOf = (key: string) => {
    const part = byGroup.get(key) ?? { calls: [], said: [] };
    byGroup.set(key, part);
    return part;
  };
  if (feedbackGroupIn(metric.group_by ?? []) === undefined)
    for (const one of selected) if (isWithin(one.started_at)) partOf(groupOf(one)).calls.push(one);
  const { feedback_type } = metric.feedback ?? {};
  // That on a root counts if any call of its trace is selected.
  const traces = new Set(calls.filter(selects).map(({ trace_id }) => trace_id));
  if (isFeedback)
    for (const one of calls.filter((call) => selects(call) || (!call.parent_id && traces.has(call.trace_id))))
      for (const said of one.said)
        if (isWithin(time(said.minute)) && (!feedback_type || said.type === feedback_type))
          partOf(groupOf(one, said)).said.push(said);
  return new Map([...byGroup].map(([key, part]) => [key, plainValue(metric, part)]));
}

function plainValue(
  { measure, feedback }: Metric,
  { calls, said }: { calls: Made[]; said: Said[] },
): number | undefined {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const share = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);
  const once = calls.filter(({ repeats }) => !repeats);
  const errors = calls.filter(({ exception }) => exception !== undefined).length;
  const latencies = calls
    .flatMap(({ started_at, ended_at }) => (ended_at ? [Date.parse(ended_at) - Date.parse(started_at)] : []))
    .toSorted((a, b) => a - b);
  const percentile = (at: number) => latencies[Math.ceil(at * latencies.length) - 1];
  const input = sum(once.map(({ usage }) => usage?.prompt_tokens ?? 0));
  const output = sum(once.map(({ usage }) => usage?.completion_tokens ?? 0));
  const charged = once.filter(({ usage }) => usage);
  const priced = charged.filter(({ model }) => model !== undefined && model in PRICES);
  const cost =
    charged.length > 0 && priced.length === 0
      ? undefined
      : sum(
          priced.map(
            ({ model = "", usage = {} }) =>
              (PRICES[model] ?? 0) * ((usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0)),
          ),
        );
  const values = said.map((one) => valueOf(one, feedback));
  const numbers = values.filter((value) => typeof value === "number");
  switch (measure) {
    case "calls":
    case "failed_traces":
    case "failing_traces":
      return calls.length;
    case "traces":
      return new Set(calls.map(({ trace_id }) => trace_id)).size;
    case "errors":
      return errors;
    case "error_rate":
      return share(errors, calls.length);
    case "latency_p50":
      return percentile(0.5);
    case "latency_p95":
      return percentile(0.95);
    case "latency_p99":
      return percentile(0.99);
    case "input_tokens":
      return input;
    case "output_tokens":
      return output;
    case "total_tokens":
      return input + output;
    case "cost":
      return cost;
    case "cost_per_trace":
      return cost === undefined ? undefined : share(cost, new Set(calls.map(({ trace_id }) => trace_id)).size);
    case "cost_per_call":
      return cost === undefined ? undefined : share(cost, priced.length);
    case "feedback_count":
      return said.length;
    case "feedback_mean":
      return share(sum(numbers), numbers.length);
    case "feedback_share":
      return share(values.filter((value) => String(value) === feedback?.value).length, said.length);
  }
}

async function statsFor({ project_id }: Data, { metric, start, end }: Asked, more: Partial<TimeStatsQuery> = {}) {
  return timeStats(opened().store, { project_id, start, end, ...statsOf(metric), ...more }, NOW);
}

const keyOf = (metric: Metric, group: Record<string, string> = {}) =>
  JSON.stringify((metric.group_by ?? []).map((name) => group[name] ?? null));

const measure = fc.constantFrom(...MEASURES);
const group_by = fc.uniqueArray(fc.constantFrom(...Object.keys(GROUPS)), { maxLength: 2 });
const feedback = fc.record({
  feedback_type: maybe(fc.constantFrom("score", "core.reaction.1")),
  field: maybe(fc.constant("deep.n")),
  value: fc.constantFrom("👎", "1", "3"),
});
const SELECTIONS: [Pick<Metric, "filter" | "query">, Asked["selects"]][] = [
  [{}, () => true],
  [
    { filter: { op_names: ["plain", op("answer", "v1")] } },
    ({ op_name }) => op_name === "plain" || op_name === op("answer", "v1"),
  ],
  [{ query: { $expr: equals("attributes.acme.tier", "pro") } }, ({ tier }) => tier === "pro"],
  [{ query: { $expr: equals("overview.status", "error") } }, ({ exception }) => exception !== undefined],
  [{ filter: { trace_roots_only: true } }, ({ parent_id }) => parent_id === undefined],
];
const asked = fc
  .record({
    measure,
    group_by,
    feedback,
    selection: fc.constantFrom(...SELECTIONS),
    start: fc.constantFrom(START, BEFORE, time(100)),
    end: maybe(fc.constantFrom(time(160), time(101))),
  })
  .map(({ measure: measured, group_by: groups, feedback: said, selection: [select, selects], start, end }): Asked => {
    const isFeedback = measured.startsWith("feedback");
    const group_by = isFeedback ? groups : groups.filter((name) => feedbackGroupIn([name]) === undefined);
    return {
      metric: { measure: measured, ...select, group_by, ...(isFeedback && { feedback: said }) },
      start,
      end,
      selects,
    };
  });

describe("the value of every metric is that of plain evaluation", () => {
  const anything = fc.tuple(
    fc.array(call, { maxLength: 12 }),
    fc.array(asked, { minLength: 8, maxLength: 8 }),
    fc.boolean(),
  );

  test("for any calls, filter, groups and range", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ([drawn, questions, isRolledUp]) => {
        const data = await store(drawn);
        if (isRolledUp) await opened().store.rollUpCalls(new AbortController().signal);
        for (const one of questions) {
          const { totals } = await statsFor(data, one);
          const values = totals.map(
            (total) => [keyOf(one.metric, total.group), metricValue(one.metric, total)] as const,
          );
          expect(new Map(values)).toEqual(plainValues(data, one));
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  test("and in each bucket; those of counts add up to the whole range", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 12 }), asked, async (drawn, one) => {
        const data = await store(drawn);
        const { buckets, stats } = await statsFor(data, one, { granularity: 3600 });
        for (const [place, bucket] of buckets.entries()) {
          const start = bucket.start > one.start ? bucket.start : one.start;
          const plain = plainValues(data, { ...one, start, end: bucket.end });
          const values = stats
            .filter((total) => total.bucket === place)
            .map((total) => [keyOf(one.metric, total.group), metricValue(one.metric, total)] as const);
          expect(new Map(values)).toEqual(plain);
        }
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});

describe("with a limited number of groups", () => {
  test("the largest are counted separately, and all others together, so that nothing is missing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 14 }),
        fc.subarray(CALL_GROUPS, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom("calls" as const, "traces" as const, "feedback_count" as const),
        async (drawn, names, groups, measured) => {
          const data = await store(drawn);
          const one: Asked = { metric: { measure: measured, group_by: names }, start: START, selects: () => true };
          const { totals } = await statsFor(data, one, { groups });
          const plain = plainValues(data, one);
          const shown = totals.filter(({ others }) => !others);
          for (const total of shown) {
            const key = keyOf(one.metric, total.group);
            expect([key, metricValue(one.metric, total)]).toEqual([key, plain.get(key) ?? 0]);
          }
          const ranks = plainValues(data, {
            ...one,
            metric: { ...one.metric, measure: measured === "traces" ? "calls" : measured },
          });
          const rest = new Map(ranks);
          for (const total of shown) rest.delete(keyOf(one.metric, total.group));
          const kept = shown.map((total) => ranks.get(keyOf(one.metric, total.group)) ?? 0);
          const lowest = Math.min(...kept, Number.POSITIVE_INFINITY);
          expect([...rest.values()].every((count) => (count ?? 0) <= lowest)).toBe(true);
          const others = totals.filter((total) => total.others);
          const whole = plainValues(data, { ...one, metric: { measure: measured } }).get("[]") ?? 0;
          const added = totals.reduce((sum, total) => sum + (metricValue(one.metric, total) ?? 0), 0);
          // A trace can be in several groups.
          expect([others.length <= 1, added]).toEqual([true, measured === "traces" ? added : whole]);
          expect(shown.length).toBeLessThanOrEqual(groups);
        },
      ),
      { numRuns: 30 },
    );
  }, 120_000);
});
