import { beforeAll, describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/summaries";
const OP = "core:///acme/summaries/op/a%2Fb:x1";

type Sent = {
  id: string;
  parent_id?: string;
  op_name?: string;
  display_name?: string;
  exception?: string;
  ms?: number;
};

const CALLS: readonly Sent[] = [
  { id: "root", op_name: OP, ms: 1999.7 },
  { id: "failed", parent_id: "root", op_name: "openai.chat", exception: "no", ms: 12.9 },
  { id: "named", op_name: OP, display_name: "Mine", ms: 0 },
  { id: "running", op_name: OP },
];
const WEAVE: Record<string, Record<string, unknown>> = {
  root: { status: "descendant_error", latency_ms: 1999, trace_name: "a/b" },
  failed: { status: "error", latency_ms: 12, trace_name: "openai.chat" },
  named: { status: "success", latency_ms: 0, trace_name: "Mine" },
  running: { status: "running", trace_name: "a/b" },
};
const SUMMARY = '{ "n": 1.0, "weave": {"views": {"a": 1e2}, "status": "mine"} }';

beforeAll(async () => {
  for (const { id, ms, exception, ...start } of CALLS) {
    const began = Date.parse("2026-11-20T08:00:00Z");
    const started_at = new Date(began).toISOString();
    const trace_id = start.parent_id ?? id;
    await service.post("/call/start", {
      start: { project_id, id, trace_id, started_at, attributes: {}, inputs: {}, ...start },
    });
    if (ms === undefined) continue;
    const micros = String(Math.round(ms * 1000)).padStart(7, "0");
    const ended_at = `2026-11-20T08:00:0${micros.slice(0, -6)}.${micros.slice(-6)}Z`;
    const summary = id === "named" ? new JsonText(SUMMARY) : undefined;
    await service.post("/call/end", { end: { project_id, id, ended_at, exception, summary } });
  }
});

type Row = { id: string; summary: { weave: Record<string, unknown> }; overview?: object };

async function list(more: object, path = "/calls/stream_query"): Promise<Row[]> {
  const text = await (await service.post(path, { project_id, ...more })).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const byId = (rows: Row[]) => Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));

describe.each(["", "/weave"])("under %j", (prefix) => {
  test("a call is read with its status, latency and name", async () => {
    for (const [id, weave] of Object.entries(WEAVE)) {
      const { call } = await (await service.post(`${prefix}/call/read`, { project_id, id })).json();
      expect([id, call.summary.weave]).toEqual([id, id === "named" ? { views: { a: 100 }, ...weave } : weave]);
      expect(call.overview).toBeUndefined();
    }
  });

  test("a list of calls has them too, and the rest of each summary is unchanged", async () => {
    const rows = await list({}, `${prefix}/calls/stream_query`);
    expect(rows).toHaveLength(CALLS.length);
    for (const { id, summary } of rows) expect([id, summary]).toMatchObject([id, { weave: WEAVE[id] }]);
    expect(rows.every(({ overview }) => overview === undefined)).toBe(true);
    const text = await (await service.post(`${prefix}/calls/stream_query`, { project_id })).text();
    expect(text).toContain(
      '"summary":{"n":1.0,"weave":{"views":{"a": 1e2},"status":"success","latency_ms":0,"trace_name":"Mine"}}',
    );
  });
});

test("with columns, returns only the requested ones", async () => {
  const statuses = Object.fromEntries(
    Object.entries(WEAVE).map(([id, { status }]) => [id, { summary: { weave: { status } } }]),
  );
  expect(byId(await list({ columns: ["id", "summary.weave.status"] }))).toEqual(statuses);
  const whole = byId(await list({ columns: ["id", "summary"], include_overview: true }));
  expect(whole["running"]).toEqual({
    summary: { weave: WEAVE["running"] },
    overview: expect.objectContaining({ status: "running" }),
  });
  expect(byId(await list({ columns: ["id", "summary.n"] }))["named"]).toEqual({ summary: { n: 1 } });
  expect(byId(await list({ columns: ["id"] }))["named"]).toEqual({});
});

test("queries and sorts use the returned values", async () => {
  for (const [id, weave] of Object.entries(WEAVE))
    for (const [name, value] of Object.entries(weave)) {
      const query = { $expr: { $eq: [{ $getField: `summary.weave.${name}` }, { $literal: value }] } };
      const found = (await list({ query, columns: ["id"] })).map((row) => row.id);
      const wanted = Object.entries(WEAVE).flatMap(([other, its]) => (its[name] === value ? [other] : []));
      expect([id, name, found.toSorted()]).toEqual([id, name, wanted.toSorted()]);
    }
  const sorted = await list({
    sort_by: [{ field: "summary.weave.trace_name", direction: "asc" }],
    columns: ["id", "summary.weave.trace_name"],
  });
  expect(sorted.map(({ summary }) => summary.weave["trace_name"])).toEqual(["Mine", "a/b", "a/b", "openai.chat"]);
});
