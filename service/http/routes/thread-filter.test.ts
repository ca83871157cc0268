import { beforeAll, describe, expect, test } from "vitest";
import { callRef, threadRef } from "@/lib/contract/refs";
import { JsonText } from "@/lib/json/text";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/thread-filter";
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString().replace("Z", "000Z");

/** The same numbers for every run. */
function sequence() {
  let state = 11;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const THREADS = ["a", "b/:%", "c", "d", "e", "f", "g", "h"];
const next = sequence();
const one = <Value>(...values: Value[]) => values[next(values.length)];
const calls = Array.from({ length: 160 }, (_, index): CallWrite => {
  // Parents may be missing, in another trace or in another thread.
  const above = one(undefined, `r${next(index + 1)}`, `r${Math.max(0, index - 1)}`, "missing");
  return {
    project_id,
    id: `r${index}`,
    trace_id: `t${Math.floor(index / (3 + next(2)))}`,
    parent_id: above === `r${index}` ? undefined : above,
    rank: RANK.end,
    op_name: "turn",
    started_at: at(index),
    ended_at: one(undefined, at(index + 3), at(index + 9)),
    thread_id: one(undefined, undefined, undefined, ...THREADS),
    turn_id: undefined,
    model: one(undefined, "cheap", "dear", "unheard"),
    user_id: one(undefined, "ada", "bob"),
    exception: one(undefined, undefined, undefined, undefined, "failed"),
    usage: one(undefined, { total_tokens: 4 }, { prompt_tokens: 300, completion_tokens: 1 }),
    inputs: one(undefined, new JsonText('{"q":"Where is my parcel?"}'), new JsonText('{"q":"Refund, please"}')),
  };
});
const DELETED = "r7";

const there = calls.filter(({ id }) => id !== DELETED);
const byId = new Map(there.map((call) => [call.id, call]));
function threadOf(call: CallWrite | undefined): string | undefined {
  if (!call || call.thread_id !== undefined) return call?.thread_id;
  const parent = byId.get(call.parent_id ?? "");
  return parent?.trace_id === call.trace_id ? threadOf(parent) : undefined;
}
const isTurn = (call: CallWrite) =>
  call.thread_id !== undefined && byId.get(call.parent_id ?? "")?.thread_id !== call.thread_id;
const turns = (thread: string) => there.filter((call) => call.thread_id === thread && isTurn(call)).length;

const field = (name: string) => ({ $getField: name });
const literal = (value: unknown) => ({ $literal: value });
const gte = (name: string, value: unknown) => ({ $gte: [field(name), literal(value)] });
const eq = (name: string, value: unknown) => ({ $eq: [field(name), literal(value)] });
const parcel = { $contains: { input: field("inputs"), substr: literal("my parcel") } };

const reactionsOn = (call: CallWrite) =>
  given.flatMap(({ on, emoji }) => (on.call === call.id || (on.thread && on.thread === call.thread_id) ? [emoji] : []));
const given: { on: { call?: string; thread?: string }; emoji: string }[] = [
  { on: { call: "r3" }, emoji: "👍" },
  { on: { call: "r40" }, emoji: "👎" },
  { on: { call: "r90" }, emoji: "👎" },
  { on: { thread: "b/:%" }, emoji: "👎" },
  { on: { thread: "c" }, emoji: "🎉" },
  { on: { thread: "nobody" }, emoji: "🎉" },
];

async function lines(path: string, body: object) {
  const response = await service.post(path, { project_id, ...body });
  expect(response.status).toBe(200);
  return (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

beforeAll(async () => {
  await service.post("/cost/create", {
    project_id,
    costs: {
      cheap: { prompt_token_cost: 0.01, completion_token_cost: 0.01, effective_date: "2020-01-01T00:00:00Z" },
      dear: { prompt_token_cost: 1, completion_token_cost: 1, effective_date: "2020-01-01T00:00:00Z" },
    },
  });
  await service.store.writeCalls([
    ...calls,
    ...calls.slice(0, 1).map((call) => ({ ...call, project_id: "acme/other", thread_id: "other" })),
  ]);
  await service.store.deleteCalls(project_id, [DELETED]);
  const gone = await lines("/calls/stream_query", { columns: ["id"] });
  // Whatever was deleted with it.
  const left = new Set(gone.map(({ id }) => id));
  for (const [place, call] of [...there].entries()) if (!left.has(call.id)) byId.delete(there[place]?.id ?? "");
  there.splice(0, there.length, ...there.filter(({ id }) => left.has(id)));
  for (const { on, emoji } of given)
    await service.post("/feedback/create", {
      project_id,
      core_ref: on.call ? callRef(project_id, on.call) : threadRef(project_id, on.thread ?? ""),
      feedback_type: "core.reaction.1",
      payload: { emoji },
    });
});

describe("the threads of the calls that match", () => {
  test.each<[string, object, (call: CallWrite) => boolean]>([
    ["text", parcel, ({ inputs }) => `${inputs?.text}`.includes("my parcel")],
    ["a user", eq("overview.user_id", "ada"), ({ user_id }) => user_id === "ada"],
    ["failed", { $not: [eq("exception", null)] }, ({ exception }) => exception !== undefined],
    ["a time", gte("started_at", at(140)), ({ started_at = "" }) => started_at >= at(140)],
    [
      "two conditions on one call",
      { $and: [eq("overview.user_id", "bob"), parcel] },
      ({ user_id, inputs }) => user_id === "bob" && `${inputs?.text}`.includes("my parcel"),
    ],
    ["a reaction to a call or the thread", eq("feedback.reaction", "👎"), (call) => reactionsOn(call).includes("👎")],
    ["any feedback", gte("feedback.count", 1), (call) => reactionsOn(call).length > 0],
    [
      "the latest reaction",
      eq("feedback.[core.reaction.1].payload.emoji", "🎉"),
      (call) => reactionsOn(call).at(-1) === "🎉",
    ],
    ["none", eq("id", "missing"), () => false],
  ])("%s", async (_name, $expr, matches) => {
    for (const min_turns of [undefined, 3, 6]) {
      const body = { query: { $expr }, filter: { min_turns } };
      const expected = THREADS.filter(
        (thread) =>
          turns(thread) >= (min_turns ?? 1) && there.some((call) => matches(call) && threadOf(call) === thread),
      );
      const found = await lines("/threads/stream_query", { ...body, sort_by: [{ field: "thread_id" }] });
      expect(found.map(({ thread_id, turn_count }) => [thread_id, turn_count])).toEqual(
        expected.map((thread) => [thread, turns(thread)]),
      );
      expect(await lines("/threads/query_stats", body)).toEqual([{ count: expected.length }]);
    }
  });

  test("a cost, priced as the list shows it", async () => {
    const dear = await lines("/calls/stream_query", {
      columns: ["id"],
      query: { $expr: gte("overview.total_cost", 100) },
    });
    const ids = new Set(dear.map(({ id }) => id));
    const expected = THREADS.filter((thread) => there.some((call) => ids.has(call.id) && threadOf(call) === thread));
    const query = { $expr: gte("overview.total_cost", 100) };
    const found = await lines("/threads/stream_query", { query, sort_by: [{ field: "thread_id" }] });
    expect(found.map(({ thread_id: id }) => id)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(THREADS.length);
  });

  test("all, and of another project", async () => {
    expect(await lines("/threads/query_stats", {})).toEqual([{ count: THREADS.length }]);
    expect(await lines("/threads/query_stats", { project_id: "acme/other" })).toEqual([{ count: 1 }]);
  });

  test("a page has the whole thread's totals", async () => {
    const whole = await lines("/threads/stream_query", { include_totals: true, filter: { thread_ids: ["c"] } });
    const query = { $expr: eq("feedback.reaction", "🎉") };
    expect(await lines("/threads/stream_query", { include_totals: true, query, limit: 1 })).toEqual(whole);
  });
});
