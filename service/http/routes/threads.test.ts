import { beforeAll, describe, expect, test } from "vitest";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/threads";
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 8, 0, second)).toISOString();

function call(
  id: string,
  thread_id: string | undefined,
  from: number,
  to: number | undefined,
  more: Partial<CallWrite>,
) {
  const ended_at = to === undefined ? undefined : at(to);
  return {
    project_id,
    id,
    trace_id: id,
    rank: RANK.end,
    op_name: "turn",
    started_at: at(from),
    ended_at,
    thread_id,
    ...more,
  };
}

async function list(query: object = {}) {
  const response = await service.post("/threads/stream_query", { project_id, ...query });
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return response.status === 200 ? lines.map((line) => JSON.parse(line)) : JSON.parse(lines[0] ?? "");
}
const ids = async (query: object = {}) => (await list(query)).map(({ thread_id }: { thread_id: string }) => thread_id);

beforeAll(async () => {
  await service.store.writeCalls([
    // As Weave sends it: every call of a turn names it.
    call("w1", "weave", 1, 3, { turn_id: "w1" }),
    call("w1-child", "weave", 2, 60, { turn_id: "w1", parent_id: "w1", trace_id: "w1" }),
    call("w2", "weave", 5, 9, { turn_id: "w2" }),
    // As OpenTelemetry sends it: a session on some spans, below a root that has none.
    call("http", undefined, 9, 30, {}),
    call("o1", "otel", 10, 20, { parent_id: "http", trace_id: "http" }),
    call("o1-child", "otel", 11, 19, { parent_id: "o1", trace_id: "http" }),
    call("r1", "running", 40, undefined, {}),
  ]);
});

describe("/threads/stream_query", () => {
  test("the last updated first, each with its turns", async () => {
    expect(await list()).toEqual([
      {
        thread_id: "running",
        turn_count: 1,
        start_time: "2026-11-20T08:00:40.000000Z",
        last_updated: "2026-11-20T08:00:40.000000Z",
        first_turn_id: "r1",
        last_turn_id: "r1",
      },
      expect.objectContaining({ thread_id: "otel", turn_count: 1, first_turn_id: "o1", p50_turn_duration_ms: 10_000 }),
      {
        thread_id: "weave",
        turn_count: 2,
        start_time: "2026-11-20T08:00:01.000000Z",
        last_updated: "2026-11-20T08:00:09.000000Z",
        first_turn_id: "w1",
        last_turn_id: "w2",
        p50_turn_duration_ms: 2000,
        p99_turn_duration_ms: 4000,
      },
    ]);
  });

  test.each<[string, object, string[]]>([
    ["by its id", { sort_by: [{ field: "thread_id", direction: "asc" }] }, ["otel", "running", "weave"]],
    ["by turns, ties by id", { sort_by: [{ field: "turn_count", direction: "desc" }] }, ["weave", "running", "otel"]],
    ["by a duration that one lacks", { sort_by: [{ field: "p99_turn_duration_ms" }] }, ["weave", "otel", "running"]],
    ["a page", { sort_by: [{ field: "start_time" }], limit: 1, offset: 1 }, ["otel"]],
    ["of some threads", { filter: { thread_ids: ["weave", "none"] } }, ["weave"]],
    ["of none", { filter: { thread_ids: [] } }, []],
    ["started later", { filter: { after_datetime: at(10) } }, ["running"]],
    ["updated earlier", { filter: { before_datetime: at(20) } }, ["weave"]],
    ["of another project", { project_id: "acme/other" }, []],
  ])("%s", async (_name, query, expected) => expect(await ids(query)).toEqual(expected));

  test("a deleted turn is no longer in it", async () => {
    await service.post("/calls/delete", { project_id, call_ids: ["w2"] });
    expect(await list({ filter: { thread_ids: ["weave"] } })).toMatchObject([{ turn_count: 1, last_turn_id: "w1" }]);
  });

  test.each([
    ["a field there is not", { sort_by: [{ field: "title" }] }, "sort_by[0].field"],
    ["too few turns", { filter: { min_turns: 0 } }, "filter.min_turns"],
    ["half an error", { filter: { min_errors: 0.5 } }, "filter.min_errors"],
    ["a negative cost", { filter: { min_cost: -1 } }, "filter.min_cost"],
    [
      "a field of calls there is not",
      { query: { $expr: { $eq: [{ $getField: "title" }, { $literal: 1 }] } } },
      "query.$expr.$eq[0].$getField",
    ],
    ["a typo", { filter: { threads: [] } }, "filter.threads"],
  ])("%s is refused", async (_name, query, path) => {
    expect(await list(query)).toMatchObject({ code: "invalid", errors: [{ path }] });
  });
});
