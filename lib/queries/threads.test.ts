import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/contract/threads";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { feedbackOnCalls, threadCalls } from "./thread";
import { ALL_THREADS, THREADS_PAGE_ROWS, threadsList } from "./threads";

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
    const list = threadsList(
      { projectId: PROJECT, view: { ...ALL_THREADS, sort: { by: "p99", direction: "desc" } } },
      client,
    );
    const data = await createQueryClient().fetchInfiniteQuery({ ...list, pages: 3 });
    expect(data.pages.map(({ rows }) => rows.length)).toEqual([THREADS_PAGE_ROWS, 1]);
    expect(asked.map(({ body }) => body)).toEqual(
      [0, THREADS_PAGE_ROWS].map((offset) => ({
        project_id: PROJECT,
        sort_by: [{ field: "p99_turn_duration_ms", direction: "desc" }],
        limit: THREADS_PAGE_ROWS,
        offset,
        include_totals: true,
      })),
    );
  });
});

it("lists threads without totals where the service does not know them, and asks for them once", async () => {
  const { client, asked } = testClient(({ body }) => (body.include_totals ? 422 : lines(thread("a"))));
  const list = threadsList({ projectId: PROJECT, view: ALL_THREADS }, client);
  for (let reading = 0; reading < 2; reading += 1) {
    const { pages } = await createQueryClient().fetchInfiniteQuery(list);
    expect(pages[0]?.rows).toEqual([thread("a")]);
  }
  expect(asked.map(({ body }) => body.include_totals)).toEqual([true, undefined, undefined]);
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
