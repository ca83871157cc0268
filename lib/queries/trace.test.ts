import { describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { similarCalls, traceCosts, traceDownload } from "./trace";

const PROJECT = "local/demo";

describe("traceCosts", () => {
  it("reads what the service priced, of the calls that report tokens", async () => {
    const costs = { m: { priced: true, total_cost: { USD: 0.1 } } };
    const { client, asked } = testClient(
      () => `${JSON.stringify({ id: "a", summary: { usage: {}, costs } })}\n{"id":"b","summary":{}}\n{"id":"c"}\n`,
    );
    const found = await createQueryClient().fetchQuery(traceCosts(PROJECT, "t", client));
    expect([...found]).toEqual([["a", costs]]);
    expect(asked[0]?.body).toMatchObject({ filter: { trace_ids: ["t"] }, include_costs: true });
  });
});

describe("traceDownload", () => {
  const download = async (answer: string) => {
    const { client } = testClient(() => answer);
    const cache = createQueryClient();
    return cache.getMutationCache().build(cache, traceDownload(PROJECT, client)).execute("t");
  };

  it("has a line for each call, every payload as it was sent", async () => {
    const sent = '{"big": 12345678901234567890,  "one": 1.0}';
    const { file, calls } = await download(`{"id":"a","inputs":${sent}}\n{"id":"b","output":1e-7}\n`);
    expect(calls).toBe(2);
    expect(await file.text()).toBe(`{"id":"a","inputs":${sent}}\n{"id":"b","output":1e-7}\n`);
  });

  it("fails rather than giving a part", async () => {
    await expect(download('{"id":"a"}\n{"id":')).rejects.toMatchObject({ code: "cut_off" });
  });
});

it("offers the newest calls of an operation", async () => {
  const { client, asked } = testClient(() => '{"id":"a"}\n');
  expect(await createQueryClient().fetchQuery(similarCalls(PROJECT, "run", client))).toEqual([{ id: "a" }]);
  expect(asked[0]?.body).toMatchObject({
    filter: { op_names: ["run"] },
    sort_by: [{ field: "started_at", direction: "desc" }],
    limit: 20,
  });
});
