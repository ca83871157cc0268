import { describe, expect, test } from "vitest";
import {
  callBatchItem,
  callBatchRequest,
  callEndRequest,
  callReadRequest,
  callsQueryRequest,
  callsStatsRequest,
  callStartRequest,
} from "./calls";
import { BATCH_ITEMS } from "./limits";
import { problemsOf } from "./test-body";
import { asEnd, asQuery, asRead, asStart, minimalStart } from "./test-examples";

const DATE = "must be an ISO 8601 date-time, such as 2026-11-20T08:40:45.487Z";

const NAMES: [string, typeof callStartRequest | typeof callReadRequest, (value: unknown) => object, string][] = [
  ...["project_id", "id", "op_name", "trace_id", "parent_id", "thread_id", "turn_id", "ext_run_id"].map(
    (field): (typeof NAMES)[number] => [
      `start.${field}`,
      callStartRequest,
      (v) => asStart({ [field]: v }),
      `start.${field}`,
    ],
  ),
  ["read.project_id", callReadRequest, (v) => asRead({ project_id: v }), "project_id"],
  ["read.id", callReadRequest, (v) => asRead({ id: v }), "id"],
];

describe.each(NAMES)("%s is a valid identifier", (_what, schema, body, path) => {
  test.each([
    ["", "must not be empty"],
    ["x".repeat(1025), "must have at most 1024 characters"],
    ["a\u0000b", "must not contain control characters"],
    ["a\nb", "must not contain control characters"],
    ["\ud800", "must be well-formed Unicode"],
    [7, "must be a string, found a number"],
    [["a"], "must be a string, found an array"],
  ])("%j is refused", (value, message) => {
    expect(problemsOf(schema, body(value))).toContainEqual({ path, message });
  });
  test.each(["x".repeat(1024), "'; drop table calls; --", "__proto__", "日本語", "%2e%2e", "$(id)"])(
    "%j is taken",
    (value) => {
      expect(problemsOf(schema, body(value))).toEqual([]);
    },
  );
});

describe("a failing example for each rule", () => {
  test.each([
    ["start is required", callStartRequest, {}, "start", "is required"],
    [
      "project_id is required",
      callStartRequest,
      { start: { ...minimalStart, project_id: undefined } },
      "start.project_id",
      "is required",
    ],
    ["op_name is required", callStartRequest, asStart({ op_name: undefined }), "start.op_name", "is required"],
    [
      "op_name is not null",
      callStartRequest,
      asStart({ op_name: null }),
      "start.op_name",
      "must be a string, found null",
    ],
    ["started_at is required", callStartRequest, asStart({ started_at: undefined }), "start.started_at", "is required"],
    ["started_at is a time", callStartRequest, asStart({ started_at: "yesterday" }), "start.started_at", DATE],
    [
      "started_at has a valid offset",
      callStartRequest,
      asStart({ started_at: "2026-11-20T08:40:45+99:99" }),
      "start.started_at",
      DATE,
    ],
    [
      "started_at has an offset of less than a day",
      callStartRequest,
      asStart({ started_at: "2026-11-20T08:40:45-24:00" }),
      "start.started_at",
      DATE,
    ],
    [
      "ended_at has an offset of whole minutes",
      callEndRequest,
      asEnd({ ended_at: "2026-11-20T08:40:45+01:60" }),
      "end.ended_at",
      DATE,
    ],
    [
      "started_at exists in the calendar",
      callStartRequest,
      asStart({ started_at: "2026-02-30T00:00:00Z" }),
      "start.started_at",
      DATE,
    ],
    [
      "started_at is a string",
      callStartRequest,
      asStart({ started_at: 1795171637 }),
      "start.started_at",
      "must be a string, found a number",
    ],
    [
      "attributes must be an object",
      callStartRequest,
      asStart({ attributes: [] }),
      "start.attributes",
      "expected a JSON object, found an array",
    ],
    [
      "inputs must be an object",
      callStartRequest,
      asStart({ inputs: "hi" }),
      "start.inputs",
      "expected a JSON object, found a string",
    ],
    [
      "display_name is short",
      callStartRequest,
      asStart({ display_name: "x".repeat(1025) }),
      "start.display_name",
      "must have at most 1024 characters",
    ],
    [
      "display_name is a string",
      callStartRequest,
      asStart({ display_name: 1 }),
      "start.display_name",
      "must be a string, found a number",
    ],
    [
      "ext_run_step is an integer",
      callStartRequest,
      asStart({ ext_run_step: 1.5 }),
      "start.ext_run_step",
      "must be a whole number, found a number",
    ],
    [
      "a project has two parts",
      callStartRequest,
      asStart({ project_id: "a/b/c" }),
      "start.project_id",
      "must have the form <entity>/<project>",
    ],
    [
      "a project must not have an empty part",
      callReadRequest,
      asRead({ project_id: "a/" }),
      "project_id",
      "must have the form <entity>/<project>",
    ],
    [
      "a project must not be a path",
      callReadRequest,
      asRead({ project_id: "../b" }),
      "project_id",
      "must not contain . or .. as a name",
    ],
    ["end is required", callEndRequest, {}, "end", "is required"],
    ["end.project_id is required", callEndRequest, asEnd({ project_id: undefined }), "end.project_id", "is required"],
    ["end.id is required", callEndRequest, asEnd({ id: undefined }), "end.id", "is required"],
    ["end.ended_at is required", callEndRequest, asEnd({ ended_at: undefined }), "end.ended_at", "is required"],
    ["end.ended_at is a time", callEndRequest, asEnd({ ended_at: "later" }), "end.ended_at", DATE],
    ["end.started_at is a time", callEndRequest, asEnd({ started_at: "sooner" }), "end.started_at", DATE],
    [
      "end.summary is an object",
      callEndRequest,
      asEnd({ summary: 3 }),
      "end.summary",
      "expected a JSON object, found a number",
    ],
    [
      "end.exception is a string",
      callEndRequest,
      asEnd({ exception: {} }),
      "end.exception",
      "must be a string, found an object",
    ],
    ["end.trace_id is a name", callEndRequest, asEnd({ trace_id: "" }), "end.trace_id", "must not be empty"],
    [
      "ext_run_step_end is an integer",
      callEndRequest,
      asEnd({ ext_run_step_end: "4" }),
      "end.ext_run_step_end",
      "must be a number, found a string",
    ],
    ["read needs a project", callReadRequest, { id: "c1" }, "project_id", "is required"],
    ["read needs an id", callReadRequest, { project_id: "p" }, "id", "is required"],
    [
      "include_costs is a boolean",
      callReadRequest,
      asRead({ include_costs: 1 }),
      "include_costs",
      "must be true or false, found a number",
    ],
    [
      "include_storage_size is a boolean",
      callReadRequest,
      asRead({ include_storage_size: "yes" }),
      "include_storage_size",
      "must be true or false, found a string",
    ],
    [
      "include_total_storage_size is a boolean",
      callReadRequest,
      asRead({ include_total_storage_size: [] }),
      "include_total_storage_size",
      "must be true or false, found an array",
    ],
    [
      "unknown fields are rejected when reading",
      callReadRequest,
      asRead({ include_cost: true }),
      "include_cost",
      "is not a known field",
    ],
    ["a typo is refused on listing", callsQueryRequest, asQuery({ limti: 5 }), "limti", "is not a known field"],
    [
      "a typo is refused in the filter",
      callsQueryRequest,
      asQuery({ filter: { op_name: ["a"] } }),
      "filter.op_name",
      "is not a known field",
    ],
    ["a typo is refused on counting", callsStatsRequest, asQuery({ limti: 5 }), "limti", "is not a known field"],
    ["limit is not negative", callsQueryRequest, asQuery({ limit: -1 }), "limit", "must not be negative"],
    ["limit is whole", callsQueryRequest, asQuery({ limit: 1.5 }), "limit", "must be a whole number"],
    ["offset is not negative", callsQueryRequest, asQuery({ offset: -1 }), "offset", "must not be negative"],
    ["offset is whole", callsQueryRequest, asQuery({ offset: "0" }), "offset", "must be a whole number"],
    ["a stats limit is not negative", callsStatsRequest, asQuery({ limit: -1 }), "limit", "must not be negative"],
    [
      "only payloads have something inside",
      callsQueryRequest,
      asQuery({ columns: ["inputs.a", "op_name.a"] }),
      "columns[1]",
      expect.stringContaining("expected one of"),
    ],
    [
      "no name in a column's path is empty",
      callsQueryRequest,
      asQuery({ columns: ["inputs..a"] }),
      "columns[0]",
      expect.stringContaining("expected one of"),
    ],
    [
      "columns are known",
      callsQueryRequest,
      asQuery({ columns: ["id", "secret"] }),
      "columns[1]",
      expect.stringContaining("expected one of"),
    ],
    ["sort_by is a list", callsQueryRequest, asQuery({ sort_by: "id" }), "sort_by", "must be an array, found a string"],
    ["sort_by needs a field", callsQueryRequest, asQuery({ sort_by: [{}] }), "sort_by[0].field", "is required"],
    [
      "sort_by is short",
      callsQueryRequest,
      asQuery({ sort_by: Array.from({ length: 33 }, () => ({ field: "id" })) }),
      "sort_by",
      "must have at most 32 fields",
    ],
    [
      "sort_by directions are known",
      callsQueryRequest,
      asQuery({ sort_by: [{ field: "id", direction: "up" }] }),
      "sort_by[0].direction",
      expect.stringContaining('"asc"|"desc"'),
    ],
    [
      "a filter holds lists",
      callsQueryRequest,
      asQuery({ filter: { op_names: "a" } }),
      "filter.op_names",
      "must be an array, found a string",
    ],
    [
      "a filter holds names",
      callsQueryRequest,
      asQuery({ filter: { call_ids: ["ok", "a\u0000"] } }),
      "filter.call_ids[1]",
      "must not contain control characters",
    ],
    [
      "trace_roots_only is true or false",
      callsQueryRequest,
      asQuery({ filter: { trace_roots_only: 1 } }),
      "filter.trace_roots_only",
      "must be true or false, found a number",
    ],
    [
      "a query is an expression",
      callsQueryRequest,
      asQuery({ query: {} }),
      "query.$expr",
      expect.stringContaining("expected an operator"),
    ],
    ["an item has a mode", callBatchRequest, { batch: [{ mode: "no" }] }, "batch[0].mode", "must be start or end"],
    ["a batch is a list", callBatchRequest, { batch: {} }, "batch", "must be an array, found an object"],
    [
      "a batch is bounded",
      callBatchRequest,
      { batch: Array(BATCH_ITEMS + 1).fill({ mode: "end", req: asEnd({}) }) },
      "batch",
      `must have at most ${BATCH_ITEMS} items`,
    ],
    ["an item has a mode", callBatchItem, { req: asStart({}) }, "mode", expect.anything()],
    ["an item's mode is known", callBatchItem, { mode: "middle", req: {} }, "mode", expect.anything()],
    ["an item's request fits its mode", callBatchItem, { mode: "end", req: asStart({}) }, "req.end", "is required"],
  ] as const)("%s", (_rule, schema, body, path, message) => {
    expect(problemsOf(schema, body)).toContainEqual({ path, message });
  });

  test("every invalid path is listed", () => {
    const paths = problemsOf(callStartRequest, { start: { inputs: 1, attributes: 2 } }).map(({ path }) => path);
    expect(paths.toSorted()).toEqual([
      "start.attributes",
      "start.inputs",
      "start.op_name",
      "start.project_id",
      "start.started_at",
    ]);
  });
});
