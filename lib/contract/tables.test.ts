import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import {
  tableCreateRequest,
  tableQueryRequest,
  tableQueryResponse,
  tableQueryStatsRequest,
  tableUpdateRequest,
} from "./tables";
import { problemsOf, readBody } from "./test-body";

const project_id = "acme/support";
const digest = "WFYtBIncRUCtXPGyEuKcTYlieOg6pYVsQ8w6Y3QoyF0";
const asQuery = (fields: object) => ({ project_id, digest, ...fields });
const asUpdate = (update: unknown) => ({ project_id, base_digest: digest, updates: [update] });
const asCreate = (fields: object) => ({ table: { project_id, rows: [], ...fields } });

test("rows are kept as they were sent", () => {
  const row = new JsonText('{"n": 12345678901234567890}');
  expect(readBody(tableCreateRequest, asCreate({ rows: [row] })).table.rows).toEqual([row]);
  expect(readBody(tableUpdateRequest, asUpdate({ insert: { index: 0, row } })).updates[0]?.insert?.row).toEqual(row);
});

test("a row has every field of the core API", () => {
  const rows = [{ digest, val: new JsonText("{}"), original_index: 7 }];
  expect(readBody(tableQueryResponse, { rows })).toEqual({ rows });
});

test.each([
  ["direction", [{ field: "a", direction: "desc" }]],
  ["order", [{ field: "a", order: "desc" }]],
])("a sort says %s", (_name, sort_by) => {
  expect(readBody(tableQueryRequest, asQuery({ sort_by })).sort_by).toEqual([{ field: "a", direction: "desc" }]);
});

describe("what holds", () => {
  test.each([
    ["an empty table", tableCreateRequest, asCreate({})],
    ["rows of any kind", tableCreateRequest, asCreate({ rows: [{}, [], 1, "x", null, true] })],
    ["a creation with more, ignored", tableCreateRequest, { ...asCreate({ name: "x" }), more: 1 }],
    ["no updates", tableUpdateRequest, { project_id, base_digest: digest, updates: [] }],
    ["an append", tableUpdateRequest, asUpdate({ append: { row: { a: 1 } } })],
    ["a pop", tableUpdateRequest, asUpdate({ pop: { index: 0 } })],
    ["an insert", tableUpdateRequest, asUpdate({ insert: { index: 3, row: {} } })],
    ["a minimal query", tableQueryRequest, asQuery({})],
    [
      "a full query",
      tableQueryRequest,
      asQuery({
        filter: { row_digests: [digest] },
        limit: 10,
        offset: 5,
        sort_by: [{ field: "col.prop", order: "desc" }],
      }),
    ],
    ["a query with nulls", tableQueryRequest, asQuery({ filter: null, limit: null, offset: null, sort_by: null })],
    ["an empty filter", tableQueryRequest, asQuery({ filter: {} })],
    ["a count", tableQueryStatsRequest, { project_id, digest }],
  ])("%s", (_what, schema, body) => expect(problemsOf(schema, body)).toEqual([]));
});

describe("a failing example for each rule", () => {
  test.each([
    ["a table is required", tableCreateRequest, {}, "table", "is required"],
    [
      "a table needs a project",
      tableCreateRequest,
      asCreate({ project_id: undefined }),
      "table.project_id",
      "is required",
    ],
    ["a table needs rows", tableCreateRequest, asCreate({ rows: undefined }), "table.rows", "is required"],
    ["rows are a list", tableCreateRequest, asCreate({ rows: {} }), "table.rows", "must be an array, found an object"],
    ["an update needs a base", tableUpdateRequest, { project_id, updates: [] }, "base_digest", "is required"],
    ["an update needs its steps", tableUpdateRequest, { project_id, base_digest: digest }, "updates", "is required"],
    [
      "a step is known",
      tableUpdateRequest,
      asUpdate({ push: { row: {} } }),
      "updates[0]",
      "must have exactly one of append, pop and insert",
    ],
    [
      "a step is one",
      tableUpdateRequest,
      asUpdate({ append: { row: {} }, pop: { index: 0 } }),
      "updates[0]",
      "must have exactly one of append, pop and insert",
    ],
    [
      "an append has a row",
      tableUpdateRequest,
      asUpdate({ append: {} }),
      "updates[0].append.row",
      expect.stringContaining("is required"),
    ],
    ["a pop has an index", tableUpdateRequest, asUpdate({ pop: {} }), "updates[0].pop.index", "is required"],
    [
      "an index is not negative",
      tableUpdateRequest,
      asUpdate({ pop: { index: -1 } }),
      "updates[0].pop.index",
      "must not be negative",
    ],
    [
      "an index is whole",
      tableUpdateRequest,
      asUpdate({ insert: { index: 0.5, row: {} } }),
      "updates[0].insert.index",
      "must be a whole number",
    ],
    ["a query requires a project", tableQueryRequest, { digest }, "project_id", "is required"],
    ["a query requires a digest", tableQueryRequest, { project_id }, "digest", "is required"],
    [
      "unknown fields of a filter are rejected",
      tableQueryRequest,
      asQuery({ filter: { digests: [] } }),
      "filter.digests",
      "is not a known field",
    ],
    [
      "a filter is an object",
      tableQueryRequest,
      asQuery({ filter: [] }),
      "filter",
      "must be an object, found an array",
    ],
    [
      "row digests are a list",
      tableQueryRequest,
      asQuery({ filter: { row_digests: digest } }),
      "filter.row_digests",
      "must be an array, found a string",
    ],
    [
      "row digests are strings",
      tableQueryRequest,
      asQuery({ filter: { row_digests: [1] } }),
      "filter.row_digests[0]",
      "must be a string, found a number",
    ],
    ["a limit is not negative", tableQueryRequest, asQuery({ limit: -1 }), "limit", "must not be negative"],
    ["a limit is an integer", tableQueryRequest, asQuery({ limit: 1.5 }), "limit", "must be a whole number"],
    ["an offset is an integer", tableQueryRequest, asQuery({ offset: "1" }), "offset", "must be a whole number"],
    [
      "a sort is a list",
      tableQueryRequest,
      asQuery({ sort_by: { field: "a" } }),
      "sort_by",
      "must be an array, found an object",
    ],
    ["an offset is not negative", tableQueryRequest, asQuery({ offset: -1 }), "offset", "must not be negative"],
    [
      "a sort requires a field",
      tableQueryRequest,
      asQuery({ sort_by: [{ order: "asc" }] }),
      "sort_by[0].field",
      "is required",
    ],
    [
      "an order is asc or desc",
      tableQueryRequest,
      asQuery({ sort_by: [{ field: "a", order: "up" }] }),
      "sort_by[0].order",
      expect.stringContaining('"asc"'),
    ],
    [
      "a sort has a maximum number of fields",
      tableQueryRequest,
      asQuery({ sort_by: Array.from({ length: 33 }, () => ({ field: "a" })) }),
      "sort_by",
      "must have at most 32 fields",
    ],
    [
      "unknown fields of a query are rejected",
      tableQueryRequest,
      asQuery({ sort: [] }),
      "sort",
      "is not a known field",
    ],
    ["a count needs a digest", tableQueryStatsRequest, { project_id }, "digest", "is required"],
  ])("%s", (_rule, schema, body, path, message) => {
    expect(problemsOf(schema, body)).toContainEqual({ path, message });
  });
});
