import { describe, expect, it } from "vitest";
import { callFacets, payloadPaths } from "./call-facets";
import { callsOverTime } from "./calls-over-time";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const params = { projectId: "acme/bot", view: { ...NEWEST_TRACES, q: "op:plan" } };
const isPlan = { $eq: [{ $getField: "op_name" }, { $literal: "plan" }] };

it("counts the values of fields over what the view selects", async () => {
  const { client, asked } = testClient(
    () => '{"facets":[{"field":"status","values":[{"value":"error","count":2,"errors":2,"slow":1}],"has_more":false}]}',
  );
  const [facet] = await createQueryClient().fetchQuery(
    callFacets({ ...params, fields: ["status"], slowMs: 500 }, client),
  );
  expect(facet?.values).toEqual([{ value: "error", count: 2, errors: 2, slow: 1 }]);
  expect(asked[0]?.body).toMatchObject({ fields: ["status"], slow_ms: 500, query: { $expr: isPlan } });
});

it("finds the paths inside payloads, and skips large ones", async () => {
  const { client, asked } = testClient(({ body }) =>
    body.include_storage_size
      ? '{"id":"a","storage_size_bytes":10}\n{"id":"huge","storage_size_bytes":9000000}\n'
      : '{"id":"a","inputs":{"q":1,"a.b":{"c":[{"d":2}]},"":3},"output":"text","summary":{"usage":{}}}\n',
  );
  const paths = await createQueryClient().fetchQuery(payloadPaths(params, client));
  expect(paths).toEqual(["inputs.a\\.b.c.0.d", "inputs.q"]);
  expect(asked[1]?.body.filter).toEqual({ call_ids: ["a"] });
});

it("also finds the paths of the newest roots, which may be far above the newest calls", async () => {
  const { client, asked } = testClient(({ body }) => {
    if (!body.include_storage_size) return '{"id":"root","attributes":{"a":1}}\n{"id":"below","attributes":{"b":1}}\n';
    return body.filter ? '{"id":"root","storage_size_bytes":1}\n' : '{"id":"below"}\n{"id":"root"}\n';
  });
  const all = { ...params, view: { ...params.view, roots: false } };
  expect(await createQueryClient().fetchQuery(payloadPaths(all, client))).toEqual(["attributes.a", "attributes.b"]);
  expect(asked.at(-1)?.body.filter).toEqual({ call_ids: ["root", "below"] });
});

describe("callsOverTime", () => {
  const stats = (cost: number) =>
    `{"granularity":60,"timezone":"UTC","buckets":[],"stats":[],"totals":[{"count":1,"errors":0,"total_cost":{"USD":${cost}},"unpriced":0}]}`;
  const read = async (change: object) => {
    const { client, asked } = testClient(({ path, body }) => {
      if (path.endsWith("stream_query")) return '{"id":"first","started_at":"2026-01-01T00:00:00Z"}\n';
      return stats(body.whole_traces || (body.filter === null && !body.query) ? 5 : 1);
    });
    const view = { ...params.view, ...change };
    const over = await createQueryClient().fetchQuery(callsOverTime({ ...params, view, zone: "UTC" }, client));
    return { over, asked };
  };

  it("sends the range separately from the filter, including its last instant", async () => {
    const { over, asked } = await read({ roots: false, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({ start: "2026-01-01T00:00:00Z", query: { $expr: isPlan } });
    expect(asked[0]?.body.end).toBe("2026-01-02T00:00:00.001000Z");
    expect(over?.costs.totals[0]?.total_cost).toEqual({ USD: 1 });
  });

  it("begins with the first call if no range is selected, and adds up whole traces", async () => {
    const { over, asked } = await read({});
    expect(asked.map(({ body }) => body.start ?? body.limit)).toEqual([
      1,
      "2026-01-01T00:00:00.000000Z",
      "2026-01-01T00:00:00.000000Z",
    ]);
    expect(asked[2]?.body).toMatchObject({ whole_traces: true, filter: { trace_roots_only: true } });
    expect([over?.all?.total_cost, over?.costs.totals[0]?.total_cost]).toEqual([{ USD: 1 }, { USD: 5 }]);
  });

  it("knows the costs of all traces from all calls", async () => {
    const { asked } = await read({ q: "" });
    expect(asked[2]?.body).toMatchObject({ filter: null });
    expect(asked[2]?.body).not.toHaveProperty("whole_traces");
  });

  it.each([{ range: "24h" }, { from: "2026-01-01T00:00:00Z" }, { to: "2026-01-02T00:00:00Z" }])(
    "adds up the listed traces whole, not the calls within the range, for %j",
    async (bounds) => {
      const { asked } = await read({ q: "", ...bounds });
      expect(asked.at(-1)?.body).toMatchObject({ whole_traces: true, filter: { trace_roots_only: true } });
    },
  );
});
