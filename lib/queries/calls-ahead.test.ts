import { hydrate } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { callsList } from "./calls";
import { readCallsAhead } from "./calls-ahead";
import { portableState, readsPortable } from "./portable-state";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { liveCalls } from "./live-calls";

const params = { projectId: "local/demo", view: { ...NEWEST_TRACES, range: "24h" as const }, columns: ["inputs.n"] };
const NOW = Date.parse("2026-11-20T09:00:00Z");
const LONG_AGO = "2026-11-20T08:00:00Z";
const JUST_NOW = "2026-11-20T08:59:59Z";
const ROW = '{"id":"a","overview":{"status":"success"},"inputs":{"n":12345678901234567890},"feedback":[]}\n';
const BARE = '{"id":"a","overview":{"status":"success"}}\n';

function serviceAt(latest: string, rows = ROW) {
  return testClient(({ path }) => {
    if (path === "/calls/query_stats") return `{"count":1,"latest":"${latest}"}`;
    return path === "/feedback/query" ? `{"result":[]}` : rows;
  });
}

/** The cache of a page that came with what was read ahead. */
async function openedPage(latest: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const cache = createQueryClient(false);
  const service = serviceAt(latest);
  await readCallsAhead(cache, params, service.client);
  const page = createQueryClient();
  hydrate(page, portableState(cache, 100_000), readsPortable);
  vi.useRealTimers();
  return { page, service };
}

describe("readCallsAhead", () => {
  it("reads the rows that the list asks for first, with exact payload values", async () => {
    const { page, service } = await openedPage(LONG_AGO);
    const data = page.getQueryData(callsList(params).queryKey);
    expect(data?.pages[0]?.rows[0]?.inputs?.text).toBe('{"n":12345678901234567890}');
    expect(service.asked.filter(({ body }) => body.limit === 100)).toHaveLength(1);
    // The watermark comes first: nothing that is written later goes unseen.
    expect(service.asked[0]?.body).toMatchObject({ limit: 1 });
  });

  it("reads costs and feedback as well where the rows come without them", async () => {
    const bare = serviceAt(LONG_AGO, BARE);
    const cache = createQueryClient(false);
    await readCallsAhead(cache, params, bare.client);
    expect(bare.asked.map(({ path, body }) => [path, body.include_costs])).toEqual([
      ["/calls/query_stats", undefined],
      ["/calls/stream_query", undefined],
      ["/calls/stream_query", true],
      ["/feedback/query", undefined],
    ]);
  });

  it("is live from there on: only a watermark is read until something is written", async () => {
    const { page } = await openedPage(LONG_AGO);
    const still = serviceAt(LONG_AGO);
    await page.fetchQuery({ ...liveCalls(params, still.client), staleTime: 0 });
    expect(still.asked.map(({ path }) => path)).toEqual(["/calls/query_stats"]);
    const moved = serviceAt(JUST_NOW);
    await page.fetchQuery({ ...liveCalls(params, moved.client), staleTime: 0 });
    expect(moved.asked.map(({ path }) => path)).toEqual(["/calls/query_stats", "/calls/stream_query"]);
  });

  it("reads rows again that were written just before, since commits become visible out of order", async () => {
    const { page } = await openedPage(JUST_NOW);
    const still = serviceAt(JUST_NOW);
    await page.fetchQuery({ ...liveCalls(params, still.client), staleTime: 0 });
    expect(still.asked.map(({ path }) => path)).toEqual(["/calls/query_stats", "/calls/stream_query"]);
  });

  it.each([401, 403, 404, 500, 503])("leaves the list to the browser when the service answers %d", async (status) => {
    const cache = createQueryClient(false);
    const { client } = testClient(({ path }) => (path === "/calls/query_stats" ? `{"count":0}` : status));
    await expect(readCallsAhead(cache, params, client)).rejects.toBeInstanceOf(ApiError);
    expect(portableState(cache, 100_000).queries.map(({ queryKey }) => queryKey[1])).toEqual(["watermark"]);
  });
});
