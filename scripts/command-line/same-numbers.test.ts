import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { connect as connectClient } from "@/cli/connect";
import type { CallTotals } from "@/lib/contract/call-stats";
import type { Days } from "@/lib/dashboard/day-numbers";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { formatDuration } from "@/lib/format/duration";
import { failuresText } from "@/lib/format/failures-text";
import { formatAmounts } from "@/lib/format/money";
import { counted, formatCount, formatPercent } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";
import { callFacets } from "@/lib/queries/call-facets";
import { callsOverTime } from "@/lib/queries/calls-over-time";
import { spendStats } from "@/lib/queries/costs";
import { feedbackByGroup } from "@/lib/queries/feedback-analysis";
import { projectDays } from "@/lib/queries/project-home";
import { traceCalls, traceCosts } from "@/lib/queries/trace";
import { rollUpCosts } from "@/lib/trace/cost";
import { buildSpanTree } from "@/lib/trace/span-tree";
import { answerOf, connect } from "@/service/http/mcp/test-mcp";
import { KEY, ServiceProcess } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { runCommandLine } from "../testing/command-line";
import {
  type AwkwardCall,
  awkwardCalls,
  awkwardFeedback,
  countsOf,
  endOf,
  failuresOf,
  firstDay,
  pricesOf,
  scoresOf,
} from "./awkward-calls";

vi.setConfig({ testTimeout: 300_000 });
const PROJECT = "acme/awkward";
const DAY_MS = 86_400_000;
const NOW = Date.now();
const CALLS = awkwardCalls(NOW);
const FEEDBACK = awkwardFeedback();
const day = (place: number) => new Date(firstDay(NOW) + place * DAY_MS).toISOString().slice(0, 10);
/** Of all calls; the last day is today. */
const WHOLE = `${day(0)} to ${day(2)}`;
/** Ends with a day, and has a call in its last microsecond. */
const FIRST_TWO = `${day(0)} to ${day(1)}`;

const service = new ServiceProcess();
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-same-numbers-")));
const cache = new QueryClient();

beforeAll(async () => {
  await ensureBuilt("service");
  await service.start();
  for (const costs of pricesOf(NOW)) await ask("/cost/create", { costs });
  await send(CALLS);
  for (const { callId, type, payload } of FEEDBACK)
    await ask("/feedback/create", {
      core_ref: `core:///${PROJECT}/call/${callId}`,
      feedback_type: type,
      payload,
      ...(type.startsWith("core.runnable") && { runnable_ref: `core:///${PROJECT}/op/judge:6YlyMvOfPsyY` }),
    });
}, 300_000);
afterAll(async () => {
  cache.clear();
  await service.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(place: string, body: object): Promise<void> {
  const response = await service.ask(place, { project_id: PROJECT, ...body });
  expect([place, response.status, response.ok ? "" : await response.text()]).toEqual([place, 200, ""]);
}

async function send(calls: readonly AwkwardCall[]): Promise<void> {
  const started = (call: AwkwardCall) => ({
    project_id: PROJECT,
    id: call.id,
    op_name: call.kind,
    trace_id: call.traceId,
    parent_id: call.parentId ?? null,
    started_at: call.startedAt,
    attributes: { weave: { kind: call.kind }, ...(call.tier !== undefined && { acme: { tier: call.tier } }) },
    inputs: call.model === undefined ? { text: null } : { model: call.model },
  });
  const batch = calls.flatMap((call) =>
    call.ms === undefined
      ? []
      : [
          {
            ...started(call),
            ended_at: endOf(call.startedAt, call.ms),
            output: null,
            exception: call.exception ?? null,
            summary: call.usage ? { usage: { [call.model ?? ""]: call.usage } } : {},
          },
        ],
  );
  const response = await service.ask("/calls/complete", { batch });
  expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining("error")]);
  for (const call of calls.filter(({ ms }) => ms === undefined)) await ask("/call/start", { start: started(call) });
}

interface Numbers {
  calls: number;
  traces: number;
  errors: number;
  prompt: number;
  completion: number;
  total: number;
  p50: number | undefined;
  p95: number | undefined;
  mean: number | undefined;
  cost: Record<string, number>;
  unpriced: number;
}

/** By plain arithmetic over what was sent. */
function numbersOf(calls: readonly AwkwardCall[]): Numbers {
  const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);
  const latencies = calls.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const rank = (share: number) => latencies[Math.ceil(share * latencies.length) - 1];
  const used = calls.flatMap(({ usage }) => (usage ? countsOf(usage) : []));
  return {
    calls: calls.length,
    traces: new Set(calls.map(({ traceId }) => traceId)).size,
    errors: calls.filter(({ exception }) => exception !== undefined).length,
    prompt: sum(used.map(({ prompt }) => prompt)),
    completion: sum(used.map(({ completion }) => completion)),
    total: sum(used.map(({ total }) => total)),
    p50: rank(0.5),
    p95: rank(0.95),
    mean: latencies.length === 0 ? undefined : sum(latencies) / latencies.length,
    cost: costsOf(calls),
    unpriced: calls.filter(({ usage, cost }) => usage && !cost).length,
  };
}

function costsOf(calls: readonly AwkwardCall[]): Record<string, number> {
  const cost: Record<string, number> = {};
  for (const call of calls)
    for (const [currency, amount] of Object.entries(call.cost ?? {})) cost[currency] = (cost[currency] ?? 0) + amount;
  return cost;
}

const near = (value: number): unknown => expect.closeTo(value, 10);
const close = (cost: Record<string, number>) =>
  Object.fromEntries(Object.entries(cost).map(([currency, amount]) => [currency, near(amount)]));

const client = () => connectClient({ url: service.address, apiKey: KEY });
const view = (range: string) => {
  const [from = "", to = ""] = range.split(" to ");
  return { ...NEWEST_TRACES, roots: false, from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999999Z` };
};

async function tool(name: string, args: Record<string, unknown>): Promise<string> {
  const agent = await connect({ port: Number(new URL(service.address).port) }, { key: KEY });
  return answerOf(agent, name, { project: PROJECT, budget: 25_000, ...args });
}

async function loupe(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommandLine(args, {
    LOUPE_URL: service.address,
    LOUPE_API_KEY: KEY,
    LOUPE_PROJECT: PROJECT,
    XDG_CONFIG_HOME: folder,
    TZ: "UTC",
  });
  expect([args, status, stderr.includes("loupe: ")]).toEqual([args, 0, false]);
  return stdout;
}

const listed = z.looseObject({
  id: z.string(),
  trace_id: z.string(),
  exception: z.string().optional(),
  overview: z.looseObject({
    latency_ms: z.number().optional(),
    usage: z.record(z.string(), z.number()).optional(),
    total_usage: z.record(z.string(), z.number()).optional(),
    total_cost: z.record(z.string(), z.number()).optional(),
    unpriced: z.number().optional(),
  }),
});

async function jsonLines<Row extends z.ZodType>(schema: Row, ...args: string[]): Promise<z.output<Row>[]> {
  const lines = (await loupe(...args, "--json")).trimEnd().split("\n").filter(Boolean);
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

/** Tokens and costs of some calls, as texts say them. */
function factsOf(calls: readonly AwkwardCall[]): string[] {
  const { prompt, completion, total, cost, unpriced } = numbersOf(calls);
  return [
    ...(calls.some(({ usage }) => usage) ? [tokensText(prompt, completion, total)] : []),
    ...Object.entries(cost).map(([currency, amount]) => formatAmounts({ [currency]: amount })),
    ...(unpriced > 0 ? ["no price"] : []),
  ].toSorted();
}

/** Those that a line of text has. */
const factsIn = (line = "") =>
  [...line.matchAll(/[\d,]*\d(?:\+[\d,]+)? tokens(?: \([\d,]+ in total\))?|[$€][\d.,]*\d|no price/g)]
    .map(([fact]) => fact)
    .toSorted();

function tokensText(prompt: number, completion: number, total: number): string {
  const parts = `${formatCount(prompt)}+${formatCount(completion)} tokens`;
  if (prompt + completion === total) return parts;
  return prompt + completion === 0 ? `${formatCount(total)} tokens` : `${parts} (${formatCount(total)} in total)`;
}

/** What `get_statistics` must say of some calls, in which costs may have any order. */
function statisticsLine(of: Numbers) {
  const costs = Object.entries(of.cost).map(([currency, amount]) => formatAmounts({ [currency]: amount }));
  const [head, tail] = [
    [
      `${formatCount(of.calls)} calls, ${of.traces} traces`,
      ...(of.errors > 0 ? [`${counted(of.errors, "failed call")} (${formatPercent(of.errors / of.calls)})`] : []),
      `p50 ${formatDuration(of.p50)}`,
      `p95 ${formatDuration(of.p95)}`,
      tokensText(of.prompt, of.completion, of.total),
    ],
    of.unpriced > 0 ? [`${counted(of.unpriced, "call")} without a price`] : [],
  ];
  const lineWith = (sum: readonly string[]) =>
    [...head, ...(sum.length > 0 ? [sum.join(" + ")] : []), ...tail].join(", ");
  return [lineWith(costs), lineWith(costs.toReversed())];
}

describe.each([
  ["a range that ends today", WHOLE, CALLS],
  ["a range that ends with a day", FIRST_TWO, CALLS.filter(({ startedAt }) => startedAt < day(2))],
])("%s", (_name, range, calls) => {
  const expected = numbersOf(calls);

  test("the chart above the list", async () => {
    const stats = await cache.fetchQuery(
      callsOverTime({ projectId: PROJECT, view: view(range), zone: "UTC" }, client()),
    );
    expect(stats?.all).toMatchObject({
      count: expected.calls,
      errors: expected.errors,
      latency_p50_ms: expected.p50,
      latency_p95_ms: expected.p95,
      usage: { prompt_tokens: expected.prompt, completion_tokens: expected.completion, total_tokens: expected.total },
      total_cost: close(expected.cost),
      unpriced: expected.unpriced,
    });
  });

  test("get_statistics", async () => {
    expect(statisticsLine(expected)).toContain((await tool("get_statistics", { range })).split("\n")[1]);
    expect(await tool("get_statistics", { range })).toContain(failuresText(failuresOf(calls)));
    const byModel = await tool("get_statistics", { range, group_by: ["model"], filter: "kind:llm" });
    for (const model of new Set(calls.flatMap((call) => call.model ?? []))) {
      const line = byModel.split("\n").find((one) => one.startsWith(`model ${model}: `));
      expect(statisticsLine(numbersOf(calls.filter((call) => call.model === model)))).toContain(
        line?.replace(`model ${model}: `, ""),
      );
    }
  });

  test("find_traces and the command line list as many", async () => {
    const roots = calls.filter(({ parentId }) => parentId === undefined);
    const filter = range === WHOLE ? "" : `not started:${day(2)}`;
    const found = await tool("find_traces", { filter, limit: 100 });
    const all = `${roots.length} of ${roots.length} traces in this answer; of all, ${failuresText(failuresOf(calls))}.`;
    expect(found).toContain(all);
    const table = await loupe("traces", "--range", range, "--all");
    for (const { id, traceId } of roots) {
      const own = calls.filter((call) => call.traceId === traceId);
      const line = found.split("\n").find((one) => one.startsWith(`trace ${traceId},`));
      const row = table.split("\n").find((one) => one.startsWith(`${id} `));
      expect([line, factsIn(line)]).toEqual([line, factsOf(own)]);
      expect([row, row?.includes("no price")]).toEqual([row, numbersOf(own).unpriced > 0]);
      const tokens = own.some(({ usage }) => usage) ? formatCount(numbersOf(own).total) : "—";
      expect([row, row?.includes(` ${tokens} `)]).toEqual([row, true]);
      for (const currency of ["$", "€"])
        expect([row, row?.includes(currency)]).toEqual([row, factsOf(own).join().includes(currency)]);
    }
  });

  test("the rows of the command line add up to the same", async () => {
    const rows = await jsonLines(listed, "traces", "--calls", "--range", range, "--all");
    const own = rows.filter(({ id }) => !id.endsWith("-agent"));
    const latencies = rows.flatMap(({ overview }) => overview.latency_ms ?? []);
    expect({
      calls: rows.length,
      errors: rows.filter(({ exception }) => exception !== undefined).length,
      mean: latencies.reduce((all, one) => all + one, 0) / latencies.length,
      prompt: own.reduce((all, { overview }) => all + (overview.usage?.prompt_tokens ?? 0), 0),
      unpriced: own.reduce((all, { overview }) => all + (overview.unpriced ?? 0), 0),
      cost: costsOf(own.map(({ overview }) => ({ cost: overview.total_cost }) as AwkwardCall)),
    }).toEqual({
      calls: expected.calls,
      errors: expected.errors,
      mean: expect.closeTo(expected.mean ?? 0, 6),
      prompt: expected.prompt,
      unpriced: expected.unpriced,
      cost: close(expected.cost),
    });
  });

  test("an export's columns add up to the same", async () => {
    const exported = z.looseObject({
      total_tokens: z.number().optional(),
      total_cost: z.record(z.string(), z.number()).optional(),
      unpriced_calls: z.number().optional(),
    });
    const lines = (await loupe("export", "traces", "--range", range)).trimEnd().split("\n");
    const rows = lines.map((line) => exported.parse(JSON.parse(line)));
    expect({
      total: rows.reduce((all, one) => all + (one.total_tokens ?? 0), 0),
      unpriced: rows.reduce((all, one) => all + (one.unpriced_calls ?? 0), 0),
      cost: costsOf(rows.map((one) => ({ cost: one.total_cost }) as AwkwardCall)),
    }).toEqual({ total: expected.total, unpriced: expected.unpriced, cost: close(expected.cost) });
  });
});

test("the project's home and its costs say the same", async () => {
  const { traces, failing, calls, feedback } = await cache.fetchQuery(projectDays(PROJECT, client()));
  // The week ends where the last day begins.
  const sums = ({ day, week }: Days, of: (totals: CallTotals) => number) =>
    [...day.totals, ...week.totals].reduce((all, totals) => all + of(totals), 0);
  expect({
    traces: sums(traces, ({ count }) => count),
    failed: sums(traces, ({ errors }) => errors),
    failing: sums(failing, ({ count }) => count),
    unpriced: sums(calls, ({ unpriced }) => unpriced),
    cost: costsOf([...calls.day.totals, ...calls.week.totals].map((one) => ({ cost: one.total_cost }) as AwkwardCall)),
  }).toEqual({ ...failuresOf(CALLS), unpriced: numbersOf(CALLS).unpriced, cost: close(costsOf(CALLS)) });
  for (const [type, { count, mean }] of scoresOf(FEEDBACK))
    expect(feedback.day.totals.find(({ group }) => group?.feedback_type === type)?.feedback).toMatchObject({
      count,
      ...(mean !== undefined && { mean: near(mean) }),
    });
  const spend = await cache.fetchQuery(spendStats({ projectId: PROJECT, range: "7d", timeZone: "UTC" }, client()));
  const spent = costsOf(spend.totals.map((one) => ({ cost: one.total_cost }) as AwkwardCall));
  expect(spent).toEqual(close(costsOf(CALLS)));
});

test("scores by name", async () => {
  const text = await tool("read_feedback", {});
  const row = z.looseObject({ feedback_type: z.string(), payload: z.looseObject({}) });
  const records = await jsonLines(row, "feedback", "--all");
  expect(records).toHaveLength(FEEDBACK.length);
  for (const [type, { count, mean }] of scoresOf(FEEDBACK)) {
    const said = `${count} records${mean === undefined ? "" : `, mean ${numberText(mean)}`}`;
    expect(text).toContain(`type ${type}: ${said}\n`);
    const counted = await tool("get_statistics", { range: "7d", feedback: type });
    expect(counted).toContain(said.replace("records", "feedback records"));
    expect(records.filter((one) => one.feedback_type === type)).toHaveLength(count);
    const { stats } = await cache.fetchQuery(
      feedbackByGroup({ projectId: PROJECT, type, range: "7d", by: "model", zone: "UTC" }, client()),
    );
    expect(stats.totals.reduce((all, { feedback }) => all + (feedback?.count ?? 0), 0)).toBe(count);
  }
});

test("values of fields, with those that have none", async () => {
  const text = await tool("list_values", { fields: ["acme.tier", "model"], scope: "calls" });
  const [tiers] = await cache.fetchQuery(
    callFacets(
      { projectId: PROJECT, view: { ...NEWEST_TRACES, roots: false }, fields: ["attributes.[acme.tier]"] },
      client(),
    ),
  );
  for (const tier of [undefined, "pro", "free"]) {
    const of = CALLS.filter((call) => call.tier === tier);
    const errors = of.filter(({ exception }) => exception !== undefined).length;
    expect(tiers?.values).toContainEqual({ ...(tier !== undefined && { value: tier }), count: of.length, errors });
    const failed = errors > 0 ? `, ${errors} failed` : "";
    expect(text).toContain(` ${tier ?? "(no value)"}: ${of.length} calls${failed}\n`);
  }
});

test.each(["trace-0", "trace-4", "trace-8", "trace-14", "trace-11"])("the calls of %s, one by one", async (traceId) => {
  const calls = CALLS.filter((call) => call.traceId === traceId);
  const rows = await cache.fetchQuery(traceCalls(PROJECT, traceId, client()));
  const costs = await cache.fetchQuery(traceCosts(PROJECT, traceId, client()));
  const shown = rollUpCosts(buildSpanTree(rows.rows), costs);
  const read = await tool("read_trace", { trace_id: traceId });
  const printed = await loupe("trace", traceId);
  const isBelow = (call: AwkwardCall, id: string): boolean =>
    call.id === id || calls.some((above) => above.id === call.parentId && isBelow(above, id));
  for (const { id, kind } of calls) {
    const below = calls.filter((call) => isBelow(call, id));
    expect(shown.get(id)?.amounts ?? {}).toEqual(close(costsOf(below)));
    for (const text of [read, printed]) {
      const line = text.split("\n").find((one) => new RegExp(`^ *1[.0-9]* ${kind}`).test(one));
      expect([line, factsIn(line)]).toEqual([line, factsOf(below)]);
    }
  }
});
