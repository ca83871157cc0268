import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/contract/threads";
import { liveThreads } from "./live-threads";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { THREADS_PAGE_ROWS, type ThreadsView } from "./threads";

const PROJECT = "local/demo";

const byActivity: ThreadsView = { sort: { by: "updated", direction: "desc" } };

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
    const view: ThreadsView = { sort: { by: "turns", direction: "asc" } };
    const live = await createQueryClient().fetchQuery(liveThreads({ projectId: PROJECT, view }, client));
    expect([live.head, live.below]).toEqual([[thread], [thread]]);
    expect(asked.flatMap(({ body }) => body.sort_by ?? [])).toEqual([
      { field: "turn_count", direction: "asc" },
      { field: "last_updated", direction: "desc" },
    ]);
  });
});
