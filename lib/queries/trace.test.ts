import { describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { traceCosts } from "./trace";

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
