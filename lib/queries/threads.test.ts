import { describe, expect, it } from "vitest";
import { callRef } from "@/lib/contract/refs";
import type { Thread } from "@/lib/contract/threads";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import {
  feedbackInThreads,
  feedbackOnCalls,
  threadCalls,
  THREADS_PAGE_ROWS,
  threadsList,
  threadTotals,
} from "./threads";

const PROJECT = "local/demo";
const AT = "2026-11-20T08:00:00.000000Z";
const thread = (id: string): Thread => ({
  thread_id: id,
  turn_count: 1,
  start_time: AT,
  last_updated: AT,
  first_turn_id: `${id}-1`,
  last_turn_id: `${id}-1`,
});
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

describe("threadsList", () => {
  it("requests pages until one is not full", async () => {
    const full = Array.from({ length: THREADS_PAGE_ROWS }, (_, n) => thread(`t${n}`));
    const { client, asked } = testClient(({ body }) => (body.offset === 0 ? lines(...full) : lines(thread("last"))));
    const list = threadsList({ projectId: PROJECT, view: { sort: { by: "p99", direction: "desc" } } }, client);
    const data = await createQueryClient().fetchInfiniteQuery({ ...list, pages: 3 });
    expect(data.pages.map(({ rows }) => rows.length)).toEqual([THREADS_PAGE_ROWS, 1]);
    expect(asked.map(({ body }) => body)).toEqual(
      [0, THREADS_PAGE_ROWS].map((offset) => ({
        project_id: PROJECT,
        sort_by: [{ field: "p99_turn_duration_ms", direction: "desc" }],
        limit: THREADS_PAGE_ROWS,
        offset,
      })),
    );
  });
});

describe("threadTotals", () => {
  const usage = { total_tokens: 3 };
  const summary = { costs: { m: { priced: true, total_cost: { USD: 0.1 } } } };
  const call = (id: string, of: string, more: object = {}) => ({ id, trace_id: id, thread_id: of, ...more });

  it("adds up the calls of each thread, each token once", async () => {
    const { client } = testClient(() =>
      lines(
        call("a-1", "a", { overview: { status: "success", usage, input_preview: "first" } }),
        call("a-1-llm", "a", {
          trace_id: "a-1",
          parent_id: "a-1",
          overview: { status: "success", kind: "llm", usage },
          summary,
        }),
        call("a-2", "a", { exception: "no", overview: { status: "error", usage }, summary }),
        call("b-1", "b"),
      ),
    );
    const totals = await createQueryClient().fetchQuery(threadTotals(PROJECT, [thread("a"), thread("b")], client));
    expect(totals.get("a")).toEqual({
      usage: { total_tokens: 6 },
      cost: { amounts: { USD: 0.2 }, unpriced: new Set() },
      preview: "first",
      failed: 1,
      callIds: ["a-1", "a-1-llm", "a-2"],
    });
    expect(totals.get("b")).toMatchObject({ usage: undefined, cost: undefined, preview: undefined, failed: 0 });
  });

  it("counts what the calls below a turn report, though they do not name the thread", async () => {
    const below = { id: "llm", trace_id: "a-1", parent_id: "a-1", overview: { status: "success", usage }, summary };
    const elsewhere = { id: "other", trace_id: "a-1", overview: { status: "success", usage } };
    const { client, asked } = testClient(({ body }) => {
      const { thread_ids: ids } = body.filter as { thread_ids?: string[] };
      return lines(call("a-1", "a"), ...(ids ? [] : [below, elsewhere]));
    });
    const totals = await createQueryClient().fetchQuery(threadTotals(PROJECT, [thread("a")], client));
    expect(asked.map(({ body }) => body.filter)).toEqual([{ thread_ids: ["a"] }, { trace_ids: ["a-1"] }]);
    expect(totals.get("a")).toMatchObject({ usage, cost: { amounts: { USD: 0.1 } } });
  });

  it("returns nothing instead of a part if there are too many calls", async () => {
    const { client } = testClient(({ body }) =>
      lines(...Array.from({ length: Number(body.limit) }, (_, n) => call(`c${n}`, "a"))),
    );
    const totals = await createQueryClient().fetchQuery(threadTotals(PROJECT, [thread("a")], client));
    expect(totals.size).toBe(0);
  });
});

describe("feedbackInThreads", () => {
  it("returns the feedback on all calls of each thread, requesting it for some calls at a time", async () => {
    const totals = (callIds: string[]) => ({
      usage: undefined,
      cost: undefined,
      preview: undefined,
      failed: 0,
      callIds,
    });
    const many = Array.from({ length: 2_000 }, (_, n) => `b${n}`);
    const said = (id: string, emoji: string) => ({
      core_ref: callRef(PROJECT, id),
      feedback_type: "core.reaction.1",
      payload: { emoji },
    });
    const { client, asked } = testClient(() =>
      JSON.stringify({ result: asked.length === 1 ? [said("a1", "👍"), said("b7", "👎")] : [said("b1999", "👍")] }),
    );
    const found = await createQueryClient().fetchQuery(
      feedbackInThreads(PROJECT, new Map(Object.entries({ a: totals(["a1"]), b: totals(many) })), client),
    );
    expect(asked).toHaveLength(2);
    const emojis = (id: string) => found.get(id)?.map(({ payload }) => payload.text);
    expect(emojis("a")).toEqual(['{"emoji":"👍"}']);
    expect(emojis("b")).toEqual(['{"emoji":"👎"}', '{"emoji":"👍"}']);
  });
});

describe("threadCalls", () => {
  it("reads the thread's calls, then all of their traces", async () => {
    const { client, asked } = testClient(({ path, body }) => {
      if (path.endsWith("/calls/query_stats")) return `{"count":1,"latest":"${AT}"}`;
      const { thread_ids: threads } = body.filter as { thread_ids?: string[] };
      return threads ? lines({ id: "a", trace_id: "x" }, { id: "b", trace_id: "x" }) : lines({ id: "a" }, { id: "c" });
    });
    const { rows } = await createQueryClient().fetchQuery(threadCalls(PROJECT, "t", client));
    expect(rows.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(asked.slice(1).map(({ body }) => body.filter)).toEqual([{ thread_ids: ["t"] }, { trace_ids: ["x"] }]);
  });

  it("requests no trace if the thread has no calls", async () => {
    const { client, asked } = testClient(({ path }) => (path.endsWith("/calls/query_stats") ? '{"count":0}' : ""));
    const { rows } = await createQueryClient().fetchQuery(threadCalls(PROJECT, "t", client));
    expect(rows).toEqual([]);
    expect(asked).toHaveLength(2);
  });
});

it("assigns feedback to the calls it is on", async () => {
  const row = (id: string, of: string) => ({ id, core_ref: `core:///local/demo/call/${of}` });
  const { client } = testClient(() => JSON.stringify({ result: [row("1", "a"), row("2", "a"), row("3", "x%2Fy")] }));
  const found = await createQueryClient().fetchQuery(feedbackOnCalls(PROJECT, ["a", "b", "x/y"], client));
  expect([...found].map(([id, rows]) => [id, rows.map((each) => each.id)])).toEqual([
    ["a", ["1", "2"]],
    ["x/y", ["3"]],
  ]);
});
