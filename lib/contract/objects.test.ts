import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import {
  objCreateRequest,
  objDeleteRequest,
  objReadRequest,
  objReadResponse,
  objsQueryRequest,
  refsReadBatchRequest,
} from "./objects";
import { problemsOf, readBody } from "./test-body";

const project_id = "acme/support";
const DIGEST = "BDHUIoBLEv95ldxMriGE9fS0iCAsqvPAPXoydJqyOjU";
const asCreate = (fields: object) => ({ obj: { project_id, object_id: "answer", val: {}, ...fields } });
const asRead = (fields: object) => ({ project_id, object_id: "answer", digest: DIGEST, ...fields });
const asQuery = (fields: object) => ({ project_id, ...fields });
const asDelete = (fields: object) => ({ project_id, object_id: "answer", ...fields });
const QUERY = { $expr: { $eq: [{ $getField: "kind" }, { $literal: "op" }] } };

test("a value keeps its exact text", () => {
  const val = new JsonText('{"n": 12345678901234567890, "one": 1.0}');
  expect(readBody(objCreateRequest, asCreate({ val })).obj.val).toEqual(val);
});

test("an object version has every field of the core API", () => {
  const full = {
    project_id,
    object_id: "answer",
    created_at: "2026-11-20T08:40:45.487000Z",
    digest: DIGEST,
    version_index: 3,
    is_latest: 1,
    kind: "op",
    base_object_class: "Prompt",
    val: new JsonText("null"),
    deleted_at: "2026-11-20T08:40:46.000000Z",
    leaf_object_class: "StringPrompt",
    ext_user_id: "ada",
    size_bytes: 12,
  };
  expect(readBody(objReadResponse, { obj: full })).toEqual({ obj: full });
});

describe("what holds", () => {
  test.each([
    ["a full creation", objCreateRequest, asCreate({ builtin_object_class: "A", set_base_object_class: "A" })],
    ["a creation with nulls", objCreateRequest, asCreate({ builtin_object_class: null, set_base_object_class: null })],
    ["a null value", objCreateRequest, asCreate({ val: null })],
    [
      "a creation with more, ignored",
      objCreateRequest,
      { ...asCreate({ wb_user_id: "u", expected_digest: "d" }), x: 1 },
    ],
    ["a minimal read", objReadRequest, asRead({})],
    ["a read of metadata", objReadRequest, asRead({ metadata_only: true })],
    ["a read of everything", objReadRequest, asRead({ metadata_only: false })],
    ["a read with null", objReadRequest, asRead({ metadata_only: null })],
    ["the latest", objReadRequest, asRead({ digest: "latest" })],
    ["a minimal query", objsQueryRequest, asQuery({})],
    [
      "a full query",
      objsQueryRequest,
      asQuery({
        filter: {
          object_ids: ["answer"],
          base_object_classes: ["Model"],
          exclude_base_object_classes: ["Dataset"],
          leaf_object_classes: ["Mine"],
          is_op: false,
          latest_only: true,
        },
        query: QUERY,
        sort_by: [{ field: "created_at", direction: "desc" }],
        limit: 10,
        offset: 5,
        metadata_only: true,
        include_storage_size: true,
      }),
    ],
    [
      "a query of nulls",
      objsQueryRequest,
      asQuery({ filter: null, query: null, sort_by: null, limit: null, offset: null, metadata_only: null }),
    ],
    ["a deletion of all", objDeleteRequest, asDelete({})],
    ["a deletion of all, by null", objDeleteRequest, asDelete({ digests: null })],
    ["a deletion of some", objDeleteRequest, asDelete({ digests: [DIGEST, "v1"] })],
    ["no refs", refsReadBatchRequest, { refs: [] }],
    [
      "refs of each kind",
      refsReadBatchRequest,
      {
        refs: [
          "core:///acme/support/call/c1/attr/output",
          `core:///acme/support/object/ds:${DIGEST}/attr/rows/index/0/key/q`,
          `core:///acme/support/op/answer:${DIGEST}`,
          `core:///acme/support/table/${DIGEST}/id/${DIGEST}`,
        ],
      },
    ],
  ])("%s", (_what, schema, body) => expect(problemsOf(schema, body)).toEqual([]));
});

describe("a failing example for each rule", () => {
  test.each([
    ["obj is required", objCreateRequest, {}, "obj", "is required"],
    [
      "a creation needs a project",
      objCreateRequest,
      asCreate({ project_id: undefined }),
      "obj.project_id",
      "is required",
    ],
    ["a creation needs a name", objCreateRequest, asCreate({ object_id: undefined }), "obj.object_id", "is required"],
    ["a name is not empty", objCreateRequest, asCreate({ object_id: "" }), "obj.object_id", "must not be empty"],
    [
      "a name is text",
      objCreateRequest,
      asCreate({ object_id: 1 }),
      "obj.object_id",
      "must be a string, found a number",
    ],
    [
      "a name has a maximum length",
      objCreateRequest,
      asCreate({ object_id: "x".repeat(1025) }),
      "obj.object_id",
      "must have at most 1024 characters",
    ],
    [
      "a name has no control characters",
      objCreateRequest,
      asCreate({ object_id: "a\u0000" }),
      "obj.object_id",
      "must not contain control characters",
    ],
    [
      "creating requires a value",
      objCreateRequest,
      asCreate({ val: undefined }),
      "obj.val",
      "a JSON value is required",
    ],
    ["reading requires a project", objReadRequest, asRead({ project_id: undefined }), "project_id", "is required"],
    [
      "a project has the form entity/project",
      objReadRequest,
      asRead({ project_id: "a/b/c" }),
      "project_id",
      "must have the form <entity>/<project>",
    ],
    ["reading requires a name", objReadRequest, asRead({ object_id: undefined }), "object_id", "is required"],
    ["reading requires a digest", objReadRequest, asRead({ digest: undefined }), "digest", "is required"],
    ["a digest is not empty", objReadRequest, asRead({ digest: "" }), "digest", "must not be empty"],
    [
      "metadata_only is a boolean",
      objReadRequest,
      asRead({ metadata_only: "yes" }),
      "metadata_only",
      "must be true or false, found a string",
    ],
    [
      "unknown fields are rejected when reading",
      objReadRequest,
      asRead({ metadata: true }),
      "metadata",
      "is not a known field",
    ],
    ["a query needs a project", objsQueryRequest, {}, "project_id", "is required"],
    [
      "a filter refuses a typo",
      objsQueryRequest,
      asQuery({ filter: { name: [] } }),
      "filter.name",
      "is not a known field",
    ],
    [
      "a filter's names are a list",
      objsQueryRequest,
      asQuery({ filter: { object_ids: "a" } }),
      "filter.object_ids",
      "must be an array, found a string",
    ],
    ["a limit is not negative", objsQueryRequest, asQuery({ limit: -1 }), "limit", "must not be negative"],
    ["an offset is not negative", objsQueryRequest, asQuery({ offset: -1 }), "offset", "must not be negative"],
    ["a query refuses a typo", objsQueryRequest, asQuery({ limti: 1 }), "limti", "is not a known field"],
    ["a deletion needs a name", objDeleteRequest, asDelete({ object_id: undefined }), "object_id", "is required"],
    ["a deletion refuses a typo", objDeleteRequest, asDelete({ digest: ["x"] }), "digest", "is not a known field"],
    [
      "a deletion is bounded",
      objDeleteRequest,
      asDelete({ digests: Array.from({ length: 1001 }, () => DIGEST) }),
      "digests",
      "must have at most 1000 items",
    ],
    ["refs are required", refsReadBatchRequest, {}, "refs", "is required"],
    ["a ref is a ref", refsReadBatchRequest, { refs: ["answer"] }, "refs[0]", "a ref must start with core:///"],
    [
      "a table's ref leads to a row",
      refsReadBatchRequest,
      { refs: [`core:///acme/support/table/${DIGEST}`] },
      "refs[0]",
      expect.stringContaining("must point to a row"),
    ],
    [
      "refs are bounded",
      refsReadBatchRequest,
      { refs: Array.from({ length: 1001 }, () => "core:///a/b/call/c") },
      "refs",
      "must have at most 1000 items",
    ],
  ])("%s", (_rule, schema, body, path, message) => {
    expect(problemsOf(schema, body)).toContainEqual({ path, message });
  });
});
