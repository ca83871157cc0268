import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/contract/threads";
import { liveThreads, refreshThreads } from "./live-threads";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { ALL_THREADS, THREADS_PAGE_ROWS, threadsList, type ThreadsView } from "./threads";

const PROJECT = "local/demo";

const byActivity = ALL_THREADS;

const thread: Thread = {
  thread_id: "a",
  turn_count: 1,
  start_time: "2026-11-20T08:00:01.000000Z",
  last_updated: "2026-11-20T08:00:01.000000Z",
  first_turn_id: "a",
  last_turn_id: "a",
};

describe("liveThreads", () => {
  it("reads the newest threads twice after each write", async () => {
    const watermarks = [1, 1, 1, 2].map((second) => `2026-11-20T09:00:0${second}.000000Z`);
    const { client, asked } = testClient(({ path }) =>
      path.endsWith("query_stats") ? `{"count":1,"latest":"${watermarks.shift()}"}` : `${JSON.stringify(thread)}\n`,
    );
    const cache = createQueryClient();
    const reads: number[] = [];
    for (let poll = 0; poll < 4; poll += 1) {
      const live = await cache.fetchQuery({
        ...liveThreads({ projectId: PROJECT, view: byActivity }, client),
        staleTime: 0,
      });
      expect(live.head).toEqual([thread]);
      reads.push(asked.filter(({ path }) => path.endsWith("stream_query")).length);
    }
    expect(reads).toEqual([1, 2, 2, 3]);
    expect(asked.find(({ path }) => path.endsWith("stream_query"))?.body).toMatchObject({
      sort_by: [{ field: "last_updated", direction: "desc" }],
      limit: THREADS_PAGE_ROWS,
    });
  });

  it("reads what was active last too where the list has another order", async () => {
    const { client, asked } = testClient(({ path }) =>
      path.endsWith("query_stats") ? `{"count":1}` : `${JSON.stringify(thread)}\n`,
    );
    const view: ThreadsView = { ...ALL_THREADS, sort: { by: "turns", direction: "asc" } };
    const live = await createQueryClient().fetchQuery(liveThreads({ projectId: PROJECT, view }, client));
    expect([live.head, live.below]).toEqual([[thread], [thread]]);
    expect(asked.flatMap(({ body }) => body.sort_by ?? [])).toEqual([
      { field: "turn_count", direction: "asc" },
      { field: "last_updated", direction: "desc" },
    ]);
  });
});

it("reads all listed threads again in their places, in the list and in its head", async () => {
  const totals = { errors: 0, feedback_count: 0, feedback: [] };
  let feedback_count = 0;
  const { client, asked } = testClient(({ path, body }) => {
    if (path.endsWith("query_stats")) return `{"count":1}`;
    const { thread_ids: ids } = (body.filter ?? {}) as { thread_ids?: string[] };
    const names = ids?.toReversed() ?? (body.offset === 0 ? Array.from({ length: 50 }, (_, n) => `t${n}`) : ["last"]);
    const rows = names.map((thread_id) => ({ ...thread, thread_id, totals: { ...totals, feedback_count } }));
    return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  });
  const cache = createQueryClient();
  const params = { projectId: PROJECT, view: byActivity };
  await cache.fetchInfiniteQuery({ ...threadsList(params, client), pages: 2 });
  await cache.fetchQuery(liveThreads(params, client));
  const count = asked.length;
  feedback_count = 3;
  await refreshThreads(cache, params, client);
  expect(asked.slice(count).map(({ body }) => body)).toMatchObject([{ limit: 50 }, { limit: 1, include_totals: true }]);
  const pages = cache.getQueryData(threadsList(params).queryKey)?.pages ?? [];
  expect(pages.map(({ rows }) => rows.map(({ thread_id: id }) => id).join())).toEqual([
    Array.from({ length: 50 }, (_, n) => `t${n}`).join(),
    "last",
  ]);
  const shown = [
    ...pages.flatMap(({ rows }) => rows),
    ...(cache.getQueryData(liveThreads(params).queryKey)?.head ?? []),
  ];
  expect(new Set(shown.map((row) => row.totals?.feedback_count))).toEqual(new Set([3]));
  expect(shown).toHaveLength(101);
});
