import { beforeAll, describe, expect, test } from "vitest";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/totals";
const START = "2026-11-20T08:00:00.000000Z";
const END = "2026-11-20T08:00:01.000000Z";
const ANTHROPIC = { output_tokens: 20, cache_read_input_tokens: 100_000, cache_creation_input_tokens: 0 };

const read = async (path: string, body: object) => (await service.post(path, { project_id, ...body })).text();
const lines = async (body: object) =>
  (await read("/calls/stream_query", body)).split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
const total = { $getField: "overview.total_tokens" };

function call(id: string, thread_id: string, usage: object, output: object = {}) {
  const start = { project_id, id, trace_id: id, thread_id, turn_id: id, op_name: "embed", started_at: START };
  return {
    ...start,
    ended_at: END,
    attributes: {},
    inputs: {},
    output,
    summary: { usage: { "text-embedding-3-small": usage } },
  };
}

beforeAll(async () => {
  await service.post("/calls/complete", {
    batch: [
      call("native", "a", { requests: 1, prompt_tokens: 3000 }),
      call("chat", "b", { prompt_tokens: 100, completion_tokens: 20 }),
      call("gross", "c", { ...ANTHROPIC, input_tokens: 100_050 }, { usage: { ...ANTHROPIC, input_tokens: 50 } }),
    ],
  });
  const span = {
    traceId: "5b80767c94eb79926603835237b6f18a",
    spanId: "2eed5efe38224a42",
    startTimeUnixNano: "1795161600000000000",
    endTimeUnixNano: "1795161601000000000",
    attributes: {
      "gen_ai.operation.name": "embeddings",
      "gen_ai.request.model": "text-embedding-3-small",
      "gen_ai.conversation.id": "a",
      "gen_ai.usage.input_tokens": 5000,
    },
  };
  await service.post("/v1/traces", exportOf([span]), { "x-project": project_id });
});

describe("calls without a stated total have the sum of input and output", () => {
  test("in lists, sorted by it", async () => {
    const rows = await lines({
      include_overview: true,
      sort_by: [{ field: "overview.total_tokens", direction: "desc" }],
    });
    expect(rows.map(({ overview }) => overview.total_usage.total_tokens)).toEqual([100_070, 5000, 3000, 120]);
  });

  test("in filters", async () => {
    const query = { $expr: { $gt: [total, { $literal: 2999 }] } };
    expect(await lines({ query })).toHaveLength(3);
    expect(JSON.parse(await read("/calls/query_stats", { query })).count).toBe(3);
  });

  test("in statistics", async () => {
    const { totals } = JSON.parse(await read("/calls/stats", { start: START, end: "2026-11-20T09:00:00.000000Z" }));
    expect(totals[0].usage).toMatchObject({ prompt_tokens: 108_150, completion_tokens: 40, total_tokens: 108_190 });
  });

  test("in threads", async () => {
    const threads = (await read("/threads/stream_query", { include_totals: true })).trim().split("\n");
    const byId = threads.map((line) => JSON.parse(line)).map(({ thread_id, totals }) => [thread_id, totals.usage]);
    expect(Object.fromEntries(byId)).toMatchObject({ a: { total_tokens: 8000 }, b: { total_tokens: 120 } });
  });
});

test.each([
  ["all columns", undefined],
  ["the summary alone", ["summary"]],
])("the costs in a summary go by the response too, with %s", async (_what, columns) => {
  const rows = await lines({ filter: { call_ids: ["gross"] }, columns, include_costs: true });
  expect(rows).toHaveLength(1);
  expect(rows[0].summary.costs["text-embedding-3-small"]).toMatchObject({
    prompt_tokens: 100_050,
    cached_tokens: 100_000,
  });
  expect("output" in rows[0]).toBe(columns === undefined);
});
