import { InfiniteQueryObserver, MutationObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import {
  backfillScoringRule,
  createScoringRule,
  isAtWork,
  scoringEstimate,
  scoringFailures,
  scoringRules,
  updateScoringRule,
} from "./scoring";
import { testClient } from "./test-client";

const PROJECT = "acme/bot";
const id = "01936b5e-7c1a-7000-8000-000000000001";
const CALLS = { waiting: 0, sent: 0, scored: 0, failed: 0 };
const definition = { name: "polite", scorer_ref: "core:///acme/bot/object/polite:d1", unit: "traces" as const };

function ruleText(): string {
  const rule = {
    project_id: PROJECT,
    id,
    definition,
    status: "active",
    created_by: "ada",
    created_at: "2026-11-20T08:00:00.000000Z",
    calls: CALLS,
    cost_usd: 0,
    unpriced: 0,
  };
  return JSON.stringify(rule);
}

describe("a scoring rule", () => {
  const range = { start: "2026-11-20T08:00:00.000000Z", end: "2026-11-21T08:00:00.000000Z" };

  it.each([
    ["nothing waits", {}, false],
    ["calls wait", { calls: { ...CALLS, waiting: 2 } }, true],
    ["calls are being scored", { calls: { ...CALLS, sent: 1 } }, true],
    ["earlier calls are collected", { backfill: range }, true],
    ["calls wait while it is paused", { status: "paused" as const, calls: { ...CALLS, waiting: 2 } }, false],
    [
      "calls are still being scored while it is paused",
      { status: "paused" as const, calls: { ...CALLS, sent: 1 } },
      true,
    ],
  ])("is at work: %s", (_name, change, isWork) => {
    expect(isAtWork({ status: "active", calls: CALLS, backfill: undefined, ...change })).toBe(isWork);
  });
});

it("failures are read page by page, anew when there are more", async () => {
  const failure = (call: number) => ({
    call_id: `call-${call}`,
    scorer_ref: definition.scorer_ref,
    failure: "The judge did not answer",
    failed_at: "2026-11-20T08:00:00.000000Z",
  });
  const { client, asked } = testClient(({ body }) => {
    const all = Array.from({ length: 60 }, (_, call) => failure(call));
    const offset = Number(body.offset);
    return JSON.stringify({ failures: all.slice(offset, offset + Number(body.limit)) });
  });
  const optionsOf = (failed: number) =>
    scoringFailures({ project_id: PROJECT, id, calls: { ...CALLS, failed } }, client);
  const observer = new InfiniteQueryObserver(createQueryClient(), optionsOf(60));
  await observer.refetch();
  const read = await observer.fetchNextPage();
  expect(read.data?.pages.map(({ rows }) => rows.length)).toEqual([50, 10]);
  expect(read.hasNextPage).toBe(false);
  expect(asked.map(({ body }) => body)).toEqual([
    { project_id: PROJECT, id, limit: 50, offset: 0 },
    { project_id: PROJECT, id, limit: 50, offset: 50 },
  ]);
  expect(optionsOf(61).queryKey).not.toEqual(optionsOf(60).queryKey);
});

it("an estimate is asked for what a rule selects in a range", async () => {
  const { client, asked } = testClient(() => '{"matching":12,"sampled":6,"known":1,"cost_usd":0.02,"basis":"lengths"}');
  const request = {
    project_id: PROJECT,
    scorer_ref: definition.scorer_ref,
    unit: "traces" as const,
    sampling_rate: 0.5,
    start: "2026-11-20T08:00:00.000Z",
    end: "2026-11-21T08:00:00.000Z",
  };
  expect(await createQueryClient().fetchQuery(scoringEstimate(request, client))).toEqual({
    matching: 12,
    sampled: 6,
    known: 1,
    cost_usd: 0.02,
    basis: "lengths",
  });
  expect(asked).toEqual([{ path: "/scoring/estimate", body: request }]);
});

it("what changes a rule has the list read again", async () => {
  const { client, asked } = testClient(({ path }) =>
    path === "/scoring/query" ? `{"rules":[${ruleText()}]}` : `{"rule":${ruleText()}}`,
  );
  const cache = createQueryClient();
  const list = scoringRules(PROJECT, client);
  const key = { project_id: PROJECT, id };
  const changes = [
    () => new MutationObserver(cache, createScoringRule(client)).mutate({ ...key, ...definition }),
    () => new MutationObserver(cache, updateScoringRule(client)).mutate({ ...key, action: "pause" }),
    () =>
      new MutationObserver(cache, backfillScoringRule(client)).mutate({
        ...key,
        start: "2026-11-20T08:00:00.000Z",
        end: "2026-11-21T08:00:00.000Z",
      }),
  ];
  for (const change of changes) {
    await cache.fetchQuery(list);
    expect(cache.getQueryState(list.queryKey)?.isInvalidated).toBe(false);
    await change();
    expect(cache.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
  }
  expect(asked.map(({ path }) => path).filter((path) => path !== "/scoring/query")).toEqual([
    "/scoring/create",
    "/scoring/update",
    "/scoring/backfill",
  ]);
});
