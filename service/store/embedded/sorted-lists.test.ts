import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { TOTAL_COST } from "@/service/store/calls/columns";
import { finished, json, list, useStore } from "@/service/store/testing/test-store";
import type { CallsListQuery } from "@/service/store/calls/list-calls";

// Plans depend on the server's settings and version.
const opened = useStore();
const TRACES = 400;
const CALLS_PER_TRACE = 10;
const start = "2026-11-20T08:00:00.000000Z";
const PRICE = {
  id: "p",
  llm_id: "m",
  provider_id: "default",
  prompt_token_cost: 0.1,
  completion_token_cost: 0.2,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "USD",
  effective_date: start,
  created_at: start,
  pricing_level: "project" as const,
};
const pricing = {
  prices: [{ model: "m", from: "2026-11-19T08:00:00.000000Z", to: undefined, price: PRICE }],
  basis: "prices" as const,
};

const statistics = { client: new pg.Client() };

beforeAll(async () => {
  const { store, connection } = opened();
  for (let trace = 0; trace < TRACES; trace += 1) {
    const id = (place: number) => `c-${trace}-${place}`;
    await store.writeCalls(
      Array.from({ length: CALLS_PER_TRACE }, (_, place) =>
        finished({
          id: id(place),
          trace_id: `t-${trace}`,
          parent_id: place === 0 ? undefined : id(0),
          started_at: new Date(Date.parse(start) + trace * 60_000 + place).toISOString().replace("Z", "000Z"),
          model: place === 0 ? undefined : "m",
          usage: place === 0 ? undefined : { prompt_tokens: trace + place, completion_tokens: 1 },
        }),
      ),
    );
  }
  await store.totalTraces(new AbortController().signal);
  statistics.client = new pg.Client(connection);
  await statistics.client.connect();
  await statistics.client.query("analyze");
});
afterAll(() => statistics.client.end());

const plan = z.object({
  "Node Type": z.string(),
  Alias: z.string().optional(),
  "Subplan Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  get Plans() {
    return z.array(plan).optional();
  },
});
type Plan = z.output<typeof plan>;

/** Rows of the nodes of a plan, all loops together, by the alias of their table, or else their type. */
function rowsRead(node: Plan, counts = new Map<string, number>()): Map<string, number> {
  const name = node.Alias ?? node["Node Type"];
  counts.set(name, (counts.get(name) ?? 0) + node["Actual Rows"] * node["Actual Loops"]);
  for (const inner of node.Plans ?? []) rowsRead(inner, counts);
  return counts;
}

const nodesOf = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const statement = z.object({ text: z.string(), values: z.array(z.unknown()) });

/** The plan by which the statement of a list was executed. */
async function planOf(query: Partial<CallsListQuery>): Promise<Plan> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await list(opened().store, { pricing, ...query });
  const statements: readonly unknown[] = sent.mock.calls.map(([config]) => config);
  sent.mockRestore();
  const lists = statements.flatMap((one) => statement.safeParse(one).data ?? []);
  const { text, values } = statement.parse(lists.find((one) => one.text.includes("order by")));
  const { rows } = await statistics.client.query(`explain (analyze, format json) ${text}`, values);
  const [{ Plan: top } = { Plan: undefined }] = z.array(z.object({ Plan: plan })).parse(rows[0]["QUERY PLAN"]);
  return plan.parse(top);
}

test.each(["overview.total_tokens", TOTAL_COST])(
  "a page of calls sorted by %s reads only its own rows",
  async (field) => {
    const read = rowsRead(
      await planOf({
        limit: 50,
        sort_by: [{ field, direction: "desc" }],
        columns: ["id", "inputs", "output"],
        query: { $expr: { $gte: [{ $getField: "started_at" }, { $literal: json('"2026-11-19T00:00:00Z"') }] } },
      }),
    );
    expect(read.get("p")).toBeLessThanOrEqual(50);
    expect(read.get("c")).toBeLessThanOrEqual(50);
  },
);

test("which calls are the newest is found without their costs", async () => {
  const top = await planOf({ limit: 50, newest: 1_000, sort_by: [{ field: TOTAL_COST, direction: "desc" }] });
  const chosen = nodesOf(top).find((node) => node["Subplan Name"] === "CTE chosen");
  const read = [...rowsRead(plan.parse(chosen)).keys()];
  expect(read).toContain("c_1");
  expect(read.filter((name) => /^(?:stored_costs|priced)/.test(name))).toEqual([]);
});
