import { describe, expect, test } from "vitest";
import { COST_RECORD_FIELDS, costCreateRequest, costPurgeRequest, costQueryRequest, costQueryResponse } from "./costs";
import { problemsOf, readBody } from "./test-body";

const project_id = "acme/support";
const EXPRESSION = { $expr: { $and: [{ $eq: [{ $getField: "llm_id" }, { $literal: "gpt-4o" }] }] } };
const minimal = { prompt_token_cost: 2.5e-6, completion_token_cost: 1e-5 };
const full = {
  id: "019a9f6e-2c11-7d3a-9e52-0d6a5b7c8d9e",
  ...minimal,
  prompt_token_cost_unit: "USD",
  completion_token_cost_unit: "EUR",
  cache_read_input_token_cost: 1.25e-6,
  cache_creation_input_token_cost: 3e-6,
  effective_date: "2026-11-20T08:40:45.487000Z",
  provider_id: "openai",
};
const asCreate = (fields: object) => ({ project_id, costs: { "gpt-4o": { ...minimal, ...fields } } });
const asQuery = (fields: object) => ({ project_id, ...fields });

describe("prices that hold", () => {
  test("a full example, as it was sent", () => {
    const body = { project_id, costs: { "gpt-4o": full } };
    expect(readBody(costCreateRequest, body)).toEqual(body);
  });

  test.each([
    ["a minimal example", {}],
    ["zero is a valid price", { prompt_token_cost: 0, completion_token_cost: 0 }],
    [
      "nulls for what is optional",
      {
        id: null,
        prompt_token_cost_unit: null,
        completion_token_cost_unit: null,
        cache_read_input_token_cost: null,
        cache_creation_input_token_cost: null,
        effective_date: null,
        provider_id: null,
      },
    ],
  ])("%s", (_what, fields) => expect(problemsOf(costCreateRequest, asCreate(fields))).toEqual([]));

  test("currencies are stored in uppercase, dates in UTC", () => {
    const fields = { prompt_token_cost_unit: "usd", effective_date: "2026-11-20T10:00:00+02:00" };
    expect(readBody(costCreateRequest, asCreate(fields)).costs["gpt-4o"]).toMatchObject({
      prompt_token_cost_unit: "USD",
      effective_date: "2026-11-20T08:00:00.000000Z",
    });
  });

  test("an empty list has no prices", () => {
    expect(problemsOf(costCreateRequest, { project_id, costs: {} })).toEqual([]);
  });
});

describe("a failing example for each rule of a price", () => {
  const at = (field: string) => `costs.gpt-4o.${field}`;
  test.each([
    ["id", "price-1", "must be a time-ordered UUID (version 7)"],
    ["prompt_token_cost", undefined, "is required"],
    ["prompt_token_cost", "0.1", "must be a number, found a string"],
    ["prompt_token_cost", -0.1, "must not be negative"],
    ["prompt_token_cost", 1_000_001, "must be at most 1,000,000"],
    ["completion_token_cost", undefined, "is required"],
    ["completion_token_cost", null, "must be a number, found null"],
    ["cache_read_input_token_cost", -1, "must not be negative"],
    ["cache_creation_input_token_cost", -1, "must not be negative"],
    ["prompt_token_cost_unit", "dollars", "must be a three-letter currency code, such as USD"],
    ["completion_token_cost_unit", "", "must be a three-letter currency code, such as USD"],
    ["effective_date", "soon", "must be an ISO 8601 date-time, such as 2026-11-20T08:40:45.487Z"],
    ["provider_id", "", "must not be empty"],
    ["promt_token_cost", 1, "is not a known field"],
  ])("%s: %s", (field, value, message) => {
    expect(problemsOf(costCreateRequest, asCreate({ [field]: value }))).toContainEqual({ path: at(field), message });
  });

  test.each([
    ["a project", { costs: {} }, "project_id", "is required"],
    ["prices", { project_id }, "costs", "is required"],
    ["prices by llm_id", { project_id, costs: [] }, "costs", "must be an object, found an array"],
    [
      "an owner is the server's",
      { project_id, costs: {}, ext_user_id: "me" },
      "ext_user_id",
      "is set by the service and must not be sent",
    ],
    ["no more", { project_id, costs: {}, more: 1 }, "more", "is not a known field"],
    [
      "not too many",
      { project_id, costs: Object.fromEntries(Array.from({ length: 1001 }, (_, place) => [`m${place}`, minimal])) },
      "costs",
      "must have at most 1000 prices",
    ],
    ["a model name is not empty", { project_id, costs: { "": minimal } }, "costs.", "must not be empty"],
    [
      "a model name has no control characters",
      { project_id, costs: { "a\u0000": minimal } },
      "costs.a\u0000",
      "must not contain control characters",
    ],
  ])("%s", (_rule, body, path, message) => {
    expect(problemsOf(costCreateRequest, body)).toContainEqual({ path, message });
  });
});

test("a record has every field of the core API", () => {
  const record = {
    id: "c1",
    llm_id: "gpt-4o",
    ...minimal,
    prompt_token_cost_unit: "USD",
    completion_token_cost_unit: "USD",
    effective_date: "2026-11-20T08:40:45.487000Z",
    provider_id: "openai",
  };
  expect(readBody(costQueryResponse, { results: [record] })).toEqual({ results: [record] });
  expect(COST_RECORD_FIELDS).toEqual(Object.keys(record));
});

describe("querying and purging", () => {
  const FIELDS = [
    "id",
    "llm_id",
    "prompt_token_cost",
    "completion_token_cost",
    "prompt_token_cost_unit",
    "completion_token_cost_unit",
    "effective_date",
    "provider_id",
  ];
  test.each([
    [
      "a full query",
      costQueryRequest,
      {
        fields: FIELDS,
        query: EXPRESSION,
        sort_by: [
          { field: "llm_id", direction: "asc" },
          { field: "effective_date", order: "desc" },
        ],
        limit: 10,
        offset: 5,
        include_default_prices: true,
      },
    ],
    ["a minimal query", costQueryRequest, {}],
    ["the core API's example", costQueryRequest, { query: { $expr: { $and: [{ $literal: "string" }] } } }],
    ["a query with nulls", costQueryRequest, { fields: null, query: null, sort_by: null, limit: null, offset: null }],
    ["a purge", costPurgeRequest, { query: EXPRESSION }],
  ])("%s holds", (_what, schema, fields) => expect(problemsOf(schema, asQuery(fields))).toEqual([]));

  test.each([
    ["a query requires a project", costQueryRequest, { project_id: undefined }, "project_id", "is required"],
    [
      "field names are known",
      costQueryRequest,
      { fields: ["price"] },
      "fields[0]",
      expect.stringContaining("expected one of"),
    ],
    ["fields are a list", costQueryRequest, { fields: "id" }, "fields", "must be an array, found a string"],
    ["limit is not negative", costQueryRequest, { limit: -1 }, "limit", "must not be negative"],
    ["limit is an integer", costQueryRequest, { limit: 0.5 }, "limit", "must be a whole number"],
    ["offset is not negative", costQueryRequest, { offset: -1 }, "offset", "must not be negative"],
    ["sort_by is a list", costQueryRequest, { sort_by: {} }, "sort_by", "must be an array, found an object"],
    [
      "a direction is asc or desc",
      costQueryRequest,
      { sort_by: [{ field: "id", direction: "up" }] },
      "sort_by[0].direction",
      expect.any(String),
    ],
    ["sort_by requires a field", costQueryRequest, { sort_by: [{}] }, "sort_by[0].field", "is required"],
    [
      "a query is an expression",
      costQueryRequest,
      { query: { $and: [] } },
      "query.$expr",
      expect.stringContaining("expected an operator"),
    ],
    ["offset is an integer", costQueryRequest, { offset: "1" }, "offset", "must be a whole number"],
    ["unknown fields are rejected", costQueryRequest, { limti: 1 }, "limti", "is not a known field"],
    ["a purge needs a query", costPurgeRequest, {}, "query", "is required"],
    ["a purge refuses a typo", costPurgeRequest, { query: EXPRESSION, limit: 1 }, "limit", "is not a known field"],
  ])("%s", (_rule, schema, fields, path, message) => {
    expect(problemsOf(schema, asQuery(fields))).toContainEqual({ path, message });
  });
});
