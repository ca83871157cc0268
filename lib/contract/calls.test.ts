import { describe, expect, test } from "vitest";
import {
  callBatchRequest,
  callEndRequest,
  callReadRequest,
  callReadResponse,
  callsQueryRequest,
  callsStatsRequest,
  callStartRequest,
} from "./calls";
import { JsonText } from "@/lib/json/text";
import { problemsOf, readBody } from "./test-body";
import {
  asEnd,
  asQuery,
  asRead,
  asStart,
  fullEnd as end,
  fullQuery as query,
  fullRead as read,
  fullStart as start,
  fullStats as stats,
  minimalEnd,
  minimalStart,
} from "./test-examples";
describe("a full example holds, with payloads as they were sent", () => {
  test("start", () => {
    expect(readBody(callStartRequest, { start }).start).toEqual({
      ...start,
      started_at: "2026-11-20T08:40:45.487000Z",
      attributes: new JsonText('{"weave":{"client_version":"0.11.1"}}'),
      inputs: new JsonText('{"question":"capital of France?"}'),
    });
  });
  test("end", () => {
    expect(readBody(callEndRequest, { end }).end).toEqual({
      ...end,
      started_at: "2026-11-20T08:40:45.487000Z",
      ended_at: "2026-11-20T08:40:46.533000Z",
      output: new JsonText('{"text":"Paris"}'),
      summary: new JsonText('{"usage":{"gpt-4o-mini":{"requests":1,"prompt_tokens":11}}}'),
    });
  });
  test("read", () => expect(readBody(callReadRequest, read)).toEqual(read));
  test("stats", () => expect(problemsOf(callsStatsRequest, stats)).toEqual([]));
  test("query", () => {
    const expression = { $eq: [{ $getField: "op_name" }, { $literal: new JsonText('"answer"') }] };
    expect(readBody(callsQueryRequest, query)).toEqual({ ...query, query: { $expr: expression } });
  });
  test("batch", () => {
    const batch = [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
    ];
    expect(problemsOf(callBatchRequest, { batch })).toEqual([]);
    expect(problemsOf(callBatchRequest, { batch: [] })).toEqual([]);
  });
});

describe("a minimal example holds; JSON null is absence outside payloads", () => {
  test.each([
    ["start", callStartRequest, asStart({})],
    ["end", callEndRequest, asEnd({})],
    ["read", callReadRequest, asRead({})],
    ["query", callsQueryRequest, asQuery({})],
    ["stats", callsStatsRequest, asQuery({})],
    ["start of nulls", callStartRequest, asStart(nulls(start, Object.keys(minimalStart)))],
    ["end of nulls", callEndRequest, asEnd(nulls(end, Object.keys(minimalEnd)))],
    ["read with nulls", callReadRequest, asRead(nulls(read, ["project_id", "id"]))],
    ["query of nulls", callsQueryRequest, asQuery(nulls(query, ["project_id"]))],
    ["stats of nulls", callsStatsRequest, asQuery(nulls(stats, ["project_id"]))],
  ])("%s", (_what, schema, body) => expect(problemsOf(schema, body)).toEqual([]));

  test("a null output is a value; a null object counts as absent", () => {
    const { end: read } = readBody(callEndRequest, asEnd({ output: null, summary: null }));
    expect(read.output).toEqual(new JsonText("null"));
    expect(read.summary).toBeUndefined();
  });
});

describe("a call in an answer", () => {
  const minimal = {
    id: "c1",
    project_id: "acme/support",
    op_name: "answer",
    trace_id: "t1",
    started_at: "2026-11-20T08:40:45.487000Z",
    attributes: new JsonText("{}"),
    inputs: new JsonText('{"n": 1.0}'),
  };
  const full = {
    ...minimal,
    display_name: "Answer!",
    parent_id: "c0",
    thread_id: "th",
    turn_id: "tu",
    ended_at: "2026-11-20T08:40:46.533000Z",
    exception: "boom",
    output: new JsonText('"Paris"'),
    summary: new JsonText('{"usage": {}}'),
    ext_user_id: "ada",
    ext_run_id: "run-7",
    ext_run_step: 3,
    ext_run_step_end: 4,
    deleted_at: "2026-11-21T00:00:00.000000Z",
    storage_size_bytes: 12,
    total_storage_size_bytes: 1200,
  };

  test("has every field of the core API", () => {
    expect(readBody(callReadResponse, { call: full })).toEqual({ call: full });
  });
  test("optional fields may be absent", () => {
    expect(readBody(callReadResponse, { call: minimal })).toEqual({ call: minimal });
  });
  test.each(["null", "7", '"text"', "[1.0]", "{}", "true"])("accepts %s as an output", (json) => {
    const body = { call: { ...minimal, output: new JsonText(json) } };
    expect(readBody(callReadResponse, body)).toEqual(body);
  });
  test.each(Object.keys(minimal))("requires %s", (field) => {
    expect(problemsOf(callReadResponse, { call: { ...minimal, [field]: undefined } })).toMatchObject([
      { path: `call.${field}` },
    ]);
  });
});

describe("fields that are read leniently", () => {
  test.each([
    ["2026-11-20T08:40:45.487Z", "2026-11-20T08:40:45.487000Z"],
    ["2026-11-20T09:40:45.487654321+01:00", "2026-11-20T08:40:45.487654Z"],
    ["2026-11-20 08:40:45", "2026-11-20T08:40:45.000000Z"],
    ["2026-11-20T08:40:45-23:59", "2026-11-21T08:39:45.000000Z"],
  ])("time %s", (sent, read) => {
    expect(readBody(callStartRequest, asStart({ started_at: sent })).start.started_at).toBe(read);
  });

  test("unknown fields are ignored when recording", () => {
    const body = { start: { ...minimalStart, wb_run_id: "r", ext_user_id: "mallory", otel_dump: {} }, more: 1 };
    expect(readBody(callStartRequest, body)).toEqual({
      start: { ...minimalStart, started_at: "2026-11-20T08:40:45.000000Z" },
    });
  });

  test("a project without an entity gets the entity local", () => {
    expect(readBody(callReadRequest, asRead({ project_id: "demo" })).project_id).toBe("local/demo");
  });

  test("invalid characters in displayed text are replaced", () => {
    const { end: said } = readBody(callEndRequest, asEnd({ exception: "a\u0000b\ud800c" }));
    expect(said.exception).toBe("a\ufffdb\ufffdc");
  });

  test.each([
    [{ field: "id" }, "asc"],
    [{ field: "id", order: "desc" }, "desc"],
    [{ field: "id", direction: "asc", order: "desc" }, "asc"],
  ])("sort %j", (sent, direction) => {
    expect(readBody(callsQueryRequest, asQuery({ sort_by: [sent] })).sort_by).toEqual([{ field: "id", direction }]);
  });
});

/** The object's other fields, all null. */
function nulls(example: object, except: string[]): object {
  return Object.fromEntries(Object.keys(example).flatMap((key) => (except.includes(key) ? [] : [[key, null]])));
}
