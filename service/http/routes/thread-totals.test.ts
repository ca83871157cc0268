import { beforeAll, describe, expect, test } from "vitest";
import type { CallRow, TokenUsage } from "@/lib/contract/calls";
import { callRef, threadRef } from "@/lib/contract/refs";
import type { ThreadTotals } from "@/lib/contract/threads";
import { JsonText } from "@/lib/json/text";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/thread-totals";
const random_id = "acme/random-threads";
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString().replace("Z", "000Z");

let started = 0;
function call(id: string, more: Partial<CallWrite>): CallWrite {
  started += 1;
  const times = { started_at: at(started), ended_at: at(started + 1) };
  return { project_id, id, trace_id: id, rank: RANK.end, op_name: "turn", ...times, ...more };
}
const below = (parent_id: string, trace_id = parent_id) => ({ parent_id, trace_id });

async function totalsOf(project: string, query: object = {}): Promise<Record<string, ThreadTotals>> {
  const body = { project_id: project, include_totals: true, ...query };
  const lines = (await (await service.post("/threads/stream_query", body)).text()).trim().split("\n");
  const threads = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  return Object.fromEntries(threads.map(({ thread_id, totals }) => [thread_id, totals]));
}

const basis = (cost_basis: string, project = project_id) =>
  service.post("/projects/settings/update", { project_id: project, cost_basis });
const give = (id: string, emoji: string) => giveOn(callRef(project_id, id), emoji);
const giveOn = (core_ref: string, emoji: string, project = project_id) =>
  service.post("/feedback/create", {
    project_id: project,
    core_ref,
    feedback_type: "core.reaction.1",
    payload: { emoji },
  });
const tokens = (prompt_tokens: number, completion_tokens: number): TokenUsage => ({ prompt_tokens, completion_tokens });
const PRICES = {
  cheap: { prompt_token_cost: 0.5, completion_token_cost: 0.25, effective_date: "2020-01-01T00:00:00Z" },
  yuan: {
    prompt_token_cost: 2,
    completion_token_cost: 3,
    prompt_token_cost_unit: "CNY",
    completion_token_cost_unit: "CNY",
    effective_date: "2020-01-01T00:00:00Z",
  },
};

beforeAll(async () => {
  for (const project of [project_id, random_id]) {
    await service.post("/cost/create", { project_id: project, costs: PRICES });
    const later = { prompt_token_cost: 10, completion_token_cost: 20, effective_date: at(60) };
    await service.post("/cost/create", { project_id: project, costs: { cheap: later } });
  }
  await service.store.writeCalls([
    // The turn repeats the tokens of its model call, which does not have the thread id.
    call("a1", { thread_id: "a", usage: tokens(3, 2), model: "cheap", inputs: new JsonText('"first"') }),
    call("a1-llm", { ...below("a1"), kind: "llm", usage: tokens(3, 2), model: "cheap" }),
    call("a1-tool", { ...below("a1-llm", "a1"), kind: "tool", exception: "no" }),
    call("a2", { thread_id: "a", usage: { total_tokens: 7 }, model: "unheard", exception: "failed" }),
    call("a3/:%", { thread_id: "a", usage: tokens(1, 0), model: "yuan" }),
    call("a4", { thread_id: "a", exception: "no tokens" }),
    // A trace of two threads; its root is in neither.
    call("s", { usage: tokens(100, 100), model: "cheap" }),
    call("s1", { ...below("s"), thread_id: "s-1", usage: tokens(2, 0), model: "cheap" }),
    call("s1-llm", { ...below("s1", "s"), kind: "llm", usage: tokens(2, 0), model: "cheap" }),
    call("s2", { ...below("s1-llm", "s"), thread_id: "s-2", kind: "llm", usage: tokens(4, 0), model: "cheap" }),
    call("s3", { ...below("s"), usage: tokens(50, 0), model: "cheap" }),
    // What a client states includes the tokens below it.
    call("c1", { thread_id: "stated", stated_cost: { total: 9, source: "x" } }),
    call("c1-llm", { ...below("c1"), kind: "llm", usage: tokens(2, 0), model: "cheap" }),
    call("c2", { thread_id: "stated", usage: tokens(2, 2), model: "cheap" }),
    call("empty", { thread_id: "empty" }),
  ]);
  await give("a1-tool", "👎");
  await give("a3/:%", "👍");
  await give("s", "🎉");
});

describe("/threads/stream_query with totals", () => {
  test("the calls below a turn count too, and each token once", async () => {
    const { a } = await totalsOf(project_id, { filter: { thread_ids: ["a"] } });
    const reaction = (emoji: string) => ({ feedback_type: "core.reaction.1", payload: { emoji } });
    expect(a).toEqual({
      usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 13 },
      total_cost: { USD: 2, CNY: 2 },
      unpriced: 1,
      unpriced_models: ["unheard"],
      errors: 3,
      failed_turns: 2,
      failing_turns: 3,
      feedback_count: 2,
      feedback: [reaction("👎"), reaction("👍")],
      input_preview: "first",
    });
  });

  test("the calls of a trace belong to the thread above them, or to none", async () => {
    const totals = await totalsOf(project_id);
    const used = (prompt_tokens: number) => ({ prompt_tokens, total_tokens: prompt_tokens, completion_tokens: 0 });
    expect(totals["s-1"]).toMatchObject({ errors: 0, feedback_count: 0 });
    expect(totals["s-1"]).not.toHaveProperty("usage");
    expect(totals["s-2"]).toMatchObject({ usage: used(4), total_cost: { USD: 2 } });
    const failures = { errors: 0, failed_turns: 0, failing_turns: 0 };
    expect(totals.empty).toEqual({ ...failures, feedback_count: 0, feedback: [] });
  });

  test("stated costs count where the project says so", async () => {
    const ofStated = async () => (await totalsOf(project_id, { filter: { thread_ids: ["stated"] } })).stated;
    expect(await ofStated()).toMatchObject({
      total_cost: { USD: 10.5 },
      stated_costs: { x: 9 },
      priced_cost: { USD: 2.5 },
    });
    await basis("prices");
    expect(await ofStated()).toMatchObject({ total_cost: { USD: 2.5 } });
    expect(await ofStated()).not.toHaveProperty("stated_costs");
    await basis("stated");
  });

  test("a deleted call no longer counts", async () => {
    await service.post("/calls/delete", { project_id, call_ids: ["a4"] });
    expect((await totalsOf(project_id, { filter: { thread_ids: ["a"] } })).a).toMatchObject({ errors: 2 });
  });

  test("feedback on a thread itself counts once, with that on its calls", async () => {
    await service.store.writeCalls([
      call("d1", { thread_id: "d/:%" }),
      call("d2", { thread_id: "d/:%" }),
      call("d/:%", { thread_id: "other" }),
    ]);
    await give("d1", "👍");
    const { id } = await (await giveOn(threadRef(project_id, "d/:%"), "🎉")).json();
    const given = async () => (await totalsOf(project_id, { filter: { thread_ids: ["d/:%", "other"] } }))["d/:%"];
    expect(await given()).toMatchObject({
      feedback_count: 2,
      feedback: [{ payload: { emoji: "👍" } }, { payload: { emoji: "🎉" } }],
    });
    const byId = { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } };
    const found = await (await service.post("/feedback/query", { project_id, query: byId })).json();
    expect(found.result).toMatchObject([{ core_ref: "core:///acme/thread-totals/thread/d%2F%3A%25" }]);
    expect(await (await service.post("/feedback/purge", { project_id, query: byId })).json()).toEqual({ purged: 1 });
    expect(await given()).toMatchObject({ feedback_count: 1 });
  });

  test("without the option there are none", async () => {
    expect(Object.values(await totalsOf(project_id, { include_totals: false }))).toContain(undefined);
  });
});

/** The same numbers for every run. */
function sequence() {
  let state = 7;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function randomCalls(): CallWrite[] {
  const next = sequence();
  const one = <Value>(...values: Value[]) => values[next(values.length)];
  const made: CallWrite[] = [];
  for (let id = 0; id < 600; id += 1) {
    const trace = made.length === 0 || next(5) === 0 ? `t${id}` : (made[next(made.length)]?.trace_id ?? "");
    const parent = made.filter(({ trace_id }) => trace_id === trace)[next(20)]?.id;
    made.push({
      ...call(`r${id}`, { trace_id: trace, parent_id: one(parent, parent, parent, parent, "missing") }),
      project_id: random_id,
      thread_id: one(undefined, undefined, "", "x", "y", "z"),
      kind: one(undefined, "llm", "llm", "agent", "embedding", "tool"),
      model: one(undefined, "cheap", "yuan", "unheard"),
      exception: one(undefined, undefined, "failed"),
      usage: one<TokenUsage | undefined>(
        undefined,
        tokens(next(9), next(9)),
        { total_tokens: 4 },
        { cached_tokens: 1 },
      ),
      stated_cost: one(undefined, undefined, undefined, { total: next(5), source: one("p", "q") ?? "" }),
      response_id: one(undefined, undefined, `response ${next(9)}`),
    });
  }
  return made;
}

/** What totals must be, one call after the other. */
function recomputed(rows: readonly CallRow[], calls: readonly CallWrite[], usesStated: boolean) {
  const models = new Map(calls.map(({ id, model }) => [id, model]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const threadOf = (row: CallRow | undefined): string | undefined => {
    if (!row || row.thread_id !== undefined) return row?.thread_id;
    const parent = byId.get(row.parent_id ?? "");
    return parent?.trace_id === row.trace_id ? threadOf(parent) : undefined;
  };
  const nothing = { errors: 0, failed_turns: 0, failing_turns: 0, tokens: 0, USD: 0, CNY: 0, unpriced: 0 };
  const isWithin = (row: CallRow | undefined, turn: CallRow): boolean =>
    row?.trace_id === turn.trace_id && (row === turn || isWithin(byId.get(row?.parent_id ?? ""), turn));
  const threads = new Map<string, typeof nothing>();
  for (const row of rows) {
    const thread = threadOf(row);
    if (thread === undefined) continue;
    const sum = threads.get(thread) ?? { ...nothing };
    threads.set(thread, sum);
    if (row.thread_id === thread && byId.get(row.parent_id ?? "")?.thread_id !== thread) {
      if (row.exception !== undefined) sum.failed_turns += 1;
      if (rows.some((one) => one.exception !== undefined && isWithin(one, row))) sum.failing_turns += 1;
    }
    const { usage, usage_repeated, stated_cost, cost_covered } = row.overview ?? {};
    if (row.exception !== undefined) sum.errors += 1;
    if (usesStated && stated_cost?.use === "counted") sum.USD += stated_cost.total;
    if (!usage || usage_repeated) continue;
    const { cached_tokens: cached, prompt_tokens: prompt = cached ?? 0, completion_tokens: completion = 0 } = usage;
    sum.tokens += usage.total_tokens ?? (usage.prompt_tokens ?? 0) + completion;
    if (usesStated && cost_covered) continue;
    const model = models.get(row.id);
    const [cheap, dear] = [prompt * 0.5 + completion * 0.25, prompt * 10 + completion * 20];
    if (model === "cheap") sum.USD += (row.started_at ?? "") < at(60) ? cheap : dear;
    else if (model === "yuan") sum.CNY += prompt * 2 + completion * 3;
    else sum.unpriced += 1;
  }
  return Object.fromEntries(threads);
}

test.each(["stated", "prices"] as const)("random threads with the cost basis %s", async (cost_basis) => {
  const calls = randomCalls();
  await service.store.writeCalls(calls);
  await service.store.deleteCalls(random_id, ["r30", "r77"]);
  await basis(cost_basis, random_id);
  const query = { project_id: random_id, include_overview: true };
  const rows = [];
  for await (const batch of service.store.listCalls(query, new AbortController().signal)) rows.push(...batch);
  const expected = recomputed(rows, calls, cost_basis === "stated");
  const totals = await totalsOf(random_id);
  const found = Object.entries(totals).map(([id, { usage, total_cost = {}, unpriced = 0, ...failures }]) => {
    const { USD = 0, CNY = 0 } = total_cost;
    const { errors, failed_turns, failing_turns } = failures;
    return [id, { errors, failed_turns, failing_turns, tokens: usage?.total_tokens ?? 0, USD, CNY, unpriced }];
  });
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(Object.keys(expected).length).toBeGreaterThan(2);

  // Lists by totals, in another statement than the totals.
  const given = [...Object.keys(totals).slice(1), "x"];
  for (const thread of given) await giveOn(threadRef(random_id, thread), "👍", random_id);
  const counted = await totalsOf(random_id);
  const ids = Object.keys(counted).toSorted();
  const idsOf = async (query: object) => Object.keys(await totalsOf(random_id, query));
  const values: Record<string, (id: string) => (number | undefined)[]> = {
    "totals.errors": (id) => [counted[id]?.errors],
    "totals.failed_turns": (id) => [counted[id]?.failed_turns],
    "totals.failing_turns": (id) => [counted[id]?.failing_turns],
    "totals.usage.total_tokens": (id) => [counted[id]?.usage?.total_tokens],
    "totals.total_cost": (id) => [counted[id]?.total_cost?.USD, counted[id]?.total_cost?.CNY],
    "totals.feedback_count": (id) => [counted[id]?.feedback_count],
  };
  for (const [field, valuesOf] of Object.entries(values)) {
    for (const direction of ["asc", "desc"] as const) {
      const listed = await idsOf({ sort_by: [{ field, direction }] });
      const sign = direction === "asc" ? 1 : -1;
      const inOrder = ids.toSorted((a, b) => {
        const pairs = valuesOf(a).map((value, place) => [value, valuesOf(b)[place]]);
        const [left, right] = pairs.find(([one, other]) => one !== other) ?? [];
        if (left === right) return sign * (a < b ? -1 : 1);
        if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
        return sign * (left - right);
      });
      expect([field, direction, listed]).toEqual([field, direction, inOrder]);
    }
  }
  const { errors, USD, CNY } = expected.y ?? { errors: 0, USD: 0, CNY: 0 };
  for (const limit of [1, errors, errors + 1]) {
    const meets = ids.filter((id) => (counted[id]?.errors ?? 0) >= limit);
    expect((await idsOf({ filter: { min_errors: limit } })).toSorted()).toEqual(meets);
    expect(await countOf({ min_errors: limit })).toBe(meets.length);
  }
  for (const limit of [0, 1, Math.max(USD, CNY), Math.max(USD, CNY) + 0.01, 1e9]) {
    const meets = ids.filter((id) => Object.values(counted[id]?.total_cost ?? {}).some((amount) => amount >= limit));
    expect((await idsOf({ filter: { min_cost: limit } })).toSorted()).toEqual(meets);
    expect(await countOf({ min_cost: limit })).toBe(meets.length);
  }
});

async function countOf(filter: object): Promise<number> {
  const answer = await service.post("/threads/query_stats", { project_id: random_id, filter });
  return (await answer.json()).count;
}

test("a thread of many cheap calls meets a cost that no call alone has", async () => {
  const many_id = "acme/many-cheap";
  await service.post("/cost/create", { project_id: many_id, costs: PRICES });
  const turns = (thread: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...call(`${thread}-${index}`, { thread_id: thread, usage: tokens(1, 0), model: "cheap" }),
      project_id: many_id,
    }));
  await service.store.writeCalls([...turns("long", 5), ...turns("short", 2)]);
  const idsOf = async (filter: object) => Object.keys(await totalsOf(many_id, { filter }));
  const costs = { $gte: [{ $getField: "overview.total_cost" }, { $literal: 2.5 }] };
  const lines = await service.post("/threads/stream_query", { project_id: many_id, query: { $expr: costs } });
  expect(await lines.text()).toBe("");
  expect(await idsOf({ min_cost: 2.5 })).toEqual(["long"]);
  expect(await idsOf({ min_cost: 2.51 })).toEqual([]);
  expect(await idsOf({ max_turns: 2 })).toEqual(["short"]);
  expect(await idsOf({ min_turns: 3, max_turns: 4 })).toEqual([]);
});
