import { describe, expect, it, vi } from "vitest";
import { isWhole } from "./call-rows";
import { CALLS_PAGE_ROWS, callsCount, callsIndexed, callsList, callsWatermark } from "./calls";
import { stopwatch } from "./polling";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { liveCalls } from "./live-calls";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { traceCalls } from "./trace";

const PROJECT = "local/demo";
const params = { projectId: PROJECT, view: { ...NEWEST_TRACES, range: "1h" as const } };
const lines = (...ids: string[]) => ids.map((id) => `{"id":"${id}","overview":{"status":"running"}}\n`).join("");
const stats = (latest: string) => `{"count":1,"latest":"${latest}"}`;
const FIRST = "2026-11-20T08:00:00Z";
const SECOND = "2026-11-20T08:00:01Z";

describe("callsList", () => {
  it("requests each page after the last row of the previous one, in the range of the first reading", async () => {
    const full = Array.from({ length: CALLS_PAGE_ROWS }, (_, index) => `r${index}`);
    const { client, asked } = testClient(({ body }) => (body.after_id ? lines("last") : lines(...full)));
    const data = await createQueryClient().fetchInfiniteQuery({ ...callsList(params, client), pages: 3 });
    expect(data.pages.map(({ rows }) => rows.length)).toEqual([CALLS_PAGE_ROWS, 1]);
    expect(asked.map(({ body }) => body.after_id)).toEqual([undefined, `r${CALLS_PAGE_ROWS - 1}`]);
    expect(asked[1]?.body.query).toEqual(asked[0]?.body.query);
    expect(asked[0]?.body).toMatchObject({
      project_id: PROJECT,
      filter: { trace_roots_only: true },
      sort_by: [{ field: "started_at", direction: "desc" }],
      limit: CALLS_PAGE_ROWS,
      include_overview: true,
    });
    expect(asked[0]?.body.columns).not.toEqual(expect.arrayContaining(["inputs"]));
  });

  it("requests an attribute from everywhere that it can be, and any other path as it is", async () => {
    const { client, asked } = testClient(() => lines("a"));
    const columns = ["attributes.[acme.tier]", "inputs.q\\.r"];
    await createQueryClient().fetchInfiniteQuery(callsList({ ...params, columns }, client));
    expect(asked[0]?.body.columns).toEqual(
      expect.arrayContaining([
        "attributes.otel.attributes.acme\\.tier",
        "attributes.otel.resource.acme\\.tier",
        "attributes.acme\\.tier",
        "attributes.otel.attributes.acme.tier",
        "attributes.acme.tier",
        "inputs.q\\.r",
      ]),
    );
    expect(asked[0]?.body.columns).not.toContain("attributes.[acme.tier]");
  });

  it("keeps the rows of an incomplete page, reports this, and continues after them", async () => {
    const { client, asked } = testClient(({ body }) => (body.after_id ? lines("b") : `{"id":"a"}\n{"id":`));
    const data = await createQueryClient().fetchInfiniteQuery({ ...callsList(params, client), pages: 2 });
    expect(data.pages.map(({ rows, cutOff }) => [rows.map(({ id }) => id), cutOff?.code])).toEqual([
      [["a"], "cut_off"],
      [["b"], undefined],
    ]);
    expect(asked[1]?.body.after_id).toBe("a");
  });

  it("fails with the service's reason when there are no rows at all", async () => {
    const { client } = testClient(() => 403);
    const failing = createQueryClient().fetchInfiniteQuery(callsList(params, client));
    await expect(failing).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("extras", () => {
  it("come with the rows where the service has them", async () => {
    const { client, asked } = testClient(() => `{"id":"a","overview":{"status":"success"},"feedback":[]}\n`);
    const data = await createQueryClient().fetchInfiniteQuery(callsList(params, client));
    expect(data.pages[0]?.rows.every(isWhole)).toBe(true);
    expect(asked.map(({ body }) => body.include_extras)).toEqual([true]);
  });

  it("are not asked for again from a service that refuses the field", async () => {
    const { client, asked } = testClient(({ body }) => (body.include_extras ? 422 : lines("a")));
    const cache = createQueryClient();
    for (const range of ["1h", "7d"] as const)
      await cache.fetchInfiniteQuery(callsList({ ...params, view: { ...params.view, range } }, client));
    expect(asked.map(({ body }) => body.include_extras)).toEqual([true, undefined, undefined]);
  });

  it("a request that is refused for another reason fails with it", async () => {
    const { client, asked } = testClient(() => 422);
    const failing = createQueryClient().fetchInfiniteQuery(callsList(params, client));
    await expect(failing).rejects.toMatchObject({ code: "invalid" });
    expect(asked).toHaveLength(2);
  });
});

describe("counts", () => {
  it("counts what the view selects", async () => {
    const { client, asked } = testClient(() => `{"count":42}`);
    expect(await createQueryClient().fetchQuery(callsCount(params, client))).toBe(42);
    expect(asked[0]).toMatchObject({ path: "/calls/query_stats", body: { filter: { trace_roots_only: true } } });
  });

  it("asks how far the text index is without counting", async () => {
    const searched = { ...params, view: { ...params.view, q: "late" } };
    for (const [answer, until] of [
      [`{"count":0,"indexed_until":"2026-11-20T08:00:00.000000Z"}`, "2026-11-20T08:00:00.000000Z"],
      [`{"count":0}`, null],
    ] as const) {
      const { client, asked } = testClient(() => answer);
      expect(await createQueryClient().fetchQuery(callsIndexed(searched, client))).toBe(until);
      expect(asked[0]).toMatchObject({ path: "/calls/query_stats", body: { limit: 0 } });
    }
  });

  it("requests the watermark with a cheap query", async () => {
    const { client, asked } = testClient(() => `{"count":0}`);
    const watermark = await createQueryClient().fetchQuery(callsWatermark(PROJECT, client));
    expect(watermark).toEqual({ latest: null, isEmpty: true });
    expect(asked).toEqual([{ path: "/calls/query_stats", body: { project_id: PROJECT, limit: 1 } }]);
  });
});

describe("liveCalls", () => {
  it("reads the head twice after each change of the watermark, and checks running rows below", async () => {
    let latest = FIRST;
    const { client, asked } = testClient(({ path, body }) => {
      if (path === "/calls/query_stats") return stats(latest);
      return body.filter && "call_ids" in (body.filter as object)
        ? `{"id":"below","ended_at":"${FIRST}"}\n`
        : lines("head");
    });
    const cache = createQueryClient();
    cache.setQueryData(callsList(params).queryKey, {
      pages: [{ rows: [{ id: "below", overview: { status: "running" } }], readAt: 1, hasMore: false }],
      pageParams: [{ readAt: 0 }],
    });
    const poll = () => cache.fetchQuery({ ...liveCalls(params, client), staleTime: 0 });
    const reads = () => asked.splice(0).filter(({ path }) => path === "/calls/stream_query").length;

    const live = await poll();
    expect([live.head.map(({ id }) => id), live.below.map(({ id }) => id)]).toEqual([["head"], ["below"]]);
    expect(reads()).toBe(2);
    await poll();
    expect(reads()).toBe(2);
    const settled = await poll();
    expect(reads()).toBe(0);
    expect(settled.head).toBe((await poll()).head);
    latest = SECOND;
    await poll();
    expect(reads()).toBe(2);
  });
});

describe("traceCalls", () => {
  it("reads the trace again only after a write", async () => {
    const { client, asked } = testClient(({ path }) =>
      path === "/calls/query_stats" ? stats(FIRST) : lines("a", "b"),
    );
    const cache = createQueryClient();
    const options = { ...traceCalls(PROJECT, "t", client), staleTime: 0 };
    for (let poll = 0; poll < 4; poll += 1) await cache.fetchQuery(options);
    const reads = asked.filter(({ path }) => path === "/calls/stream_query");
    expect(reads).toHaveLength(2);
    expect(reads[0]?.body).toMatchObject({
      filter: { trace_ids: ["t"] },
      sort_by: [{ field: "started_at", direction: "asc" }],
    });
    expect(reads[0]?.body.limit).toBeUndefined();
  });

  it("never shows an incomplete trace: it retries once, then fails", async () => {
    const { client, asked } = testClient(({ path }) => (path === "/calls/query_stats" ? stats(FIRST) : `{"id":`));
    const { retry } = createQueryClient().getDefaultOptions().queries ?? {};
    const failing = createQueryClient().fetchQuery({ ...traceCalls(PROJECT, "t", client), retry, retryDelay: 0 });
    await expect(failing).rejects.toMatchObject({ code: "cut_off" });
    expect(asked.filter(({ path }) => path === "/calls/stream_query")).toHaveLength(2);
  });
});

it("what waited for a service that was away did not take long", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const gate = { waits: 3 };
  const [answered, waited] = [stopwatch(gate), stopwatch(gate)];
  now.mockReturnValue(9_000);
  expect(answered()).toBe(8_000);
  gate.waits += 1;
  expect(waited()).toBe(0);
  now.mockRestore();
});
