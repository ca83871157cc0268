import { describe, expect, test } from "vitest";
import { feedbackCreateRequest, feedbackCreateResponse, feedbackPurgeRequest, feedbackQueryRequest } from "./feedback";
import { JsonText } from "@/lib/json/text";
import { problemsOf, readBody } from "./test-body";
import { asFeedback, fullFeedback } from "./test-examples";

const OBJECT = "core:///acme/support/object/quality:BDHUIoBLEv95";
const OP = "core:///acme/support/op/judge:6YlyMvOfPsyY";
const EXPRESSION = { $expr: { $eq: [{ $getField: "feedback_type" }, { $literal: "core.note.1" }] } };
const asQuery = (fields: object) => ({ project_id: "acme/support", ...fields });

describe("feedback that holds", () => {
  test("a full example, with its payload unchanged", () => {
    expect(readBody(feedbackCreateRequest, fullFeedback)).toEqual({
      ...fullFeedback,
      payload: new JsonText('{"verdict":"good","score":0.9}'),
    });
  });

  test.each([
    ["a minimal example", {}],
    [
      "null for optional fields",
      { id: null, creator: null, annotation_ref: null, runnable_ref: null, call_ref: null, trigger_ref: null },
    ],
    ["an empty payload", { payload: {} }],
    ["fields that are not known, ignored", { weave_ref: "weave:///a/b/call/c", wb_user_id: "u", more: [1] }],
    ["an id in capitals", { id: "01A1F81D-80AE-722A-8B6D-D47017EA095F" }],
    ["a type in any script", { feedback_type: "質量" }],
    ["a reaction", { feedback_type: "core.reaction.1", payload: { emoji: "👍" } }],
    ["a reaction of several code points", { feedback_type: "core.reaction.1", payload: { emoji: "👩🏽‍🚀" } }],
    [
      "a reaction with more about it",
      { feedback_type: "wandb.reaction.1", payload: { emoji: "🎉", alias: ":tada:", detoned: "🎉" } },
    ],
    ["a note", { feedback_type: "core.note.1", payload: { note: "too short" } }],
    ["an annotation", { feedback_type: "core.annotation.quality", payload: { value: 3 }, annotation_ref: OBJECT }],
    [
      "an annotation whose value is null",
      { feedback_type: "core.annotation.q", payload: { value: null }, annotation_ref: OBJECT },
    ],
    ["a score by an op", { feedback_type: "core.runnable.judge", payload: { output: true }, runnable_ref: OP }],
    [
      "a score by an object",
      { feedback_type: "wandb.runnable.judge", payload: { output: { a: 1 } }, runnable_ref: OBJECT },
    ],
    ["a comment", { feedback_type: "core.comment.1", payload: { text: "Which *parcel*?" } }],
    [
      "a comment on a passage",
      {
        feedback_type: "core.comment.1",
        payload: {
          text: "No",
          passage: { of: "inputs", path: ["messages", 0, "content"], start: 3, end: 7, quote: "Lyon" },
        },
      },
    ],
    [
      "a comment on a passage of several strings, after an edit",
      {
        feedback_type: "core.comment.1",
        payload: { text: "No", passage: { of: "output", quote: "a b" }, written_at: "2026-11-20T08:40:45Z" },
      },
    ],
    [
      "a reply",
      {
        feedback_type: "core.comment.1",
        payload: { text: "Yes", reply_to: "01a1f81d-80ae-722a-8b6d-d47017ea095f" },
      },
    ],
    ["a comment on an object", { feedback_type: "core.comment.1", payload: { text: "a" }, core_ref: OBJECT }],
    ["a corrected output", { feedback_type: "core.correction.1", payload: { output: null } }],
    ["a type similar to a reserved one", { feedback_type: "core.reaction.2", payload: { anything: 1 } }],
    ["a reserved name without a name", { feedback_type: "core.annotation.", payload: {} }],
    ["feedback on an object", { core_ref: OBJECT }],
    ["feedback on a thread", { core_ref: "core:///acme/support/thread/chat%2F7" }],
    ["feedback on a part of a call", { core_ref: "core:///acme/support/call/c1/attr/output/key/text" }],
  ])("%s", (_what, fields) => expect(problemsOf(feedbackCreateRequest, asFeedback(fields))).toEqual([]));

  test("an ID is stored in lowercase", () => {
    const { id } = readBody(feedbackCreateRequest, asFeedback({ id: "01A1F81D-80AE-722A-8B6D-D47017EA095F" }));
    expect(id).toBe("01a1f81d-80ae-722a-8b6d-d47017ea095f");
  });
});

test("the creation response has every field of the core API", () => {
  const created = {
    id: fullFeedback.id,
    created_at: "2026-11-20T08:40:45.487000Z",
    ext_user_id: "ada",
    payload: new JsonText('{"n": 1.0}'),
  };
  expect(readBody(feedbackCreateResponse, created)).toEqual(created);
  for (const field of Object.keys(created))
    expect(problemsOf(feedbackCreateResponse, { ...created, [field]: undefined })).toMatchObject([{ path: field }]);
});

const V7 = "must be a time-ordered UUID (version 7)";
const CALL_ELSEWHERE = "core:///acme/other/call/c1";

describe("a failing example for each rule of a record", () => {
  test.each([
    ["project_id is required", { project_id: undefined }, "project_id", "is required"],
    [
      "project_id has the form entity/project",
      { project_id: "a/b/c" },
      "project_id",
      "must have the form <entity>/<project>",
    ],
    ["core_ref is required", { core_ref: undefined }, "core_ref", "is required"],
    ["core_ref is a ref", { core_ref: "c1" }, "core_ref", "a ref must start with core:///"],
    [
      "core_ref has the core scheme",
      { core_ref: "weave:///acme/support/call/c1" },
      "core_ref",
      "a ref must start with core:///",
    ],
    [
      "core_ref has a known kind",
      { core_ref: "core:///acme/support/thing/c1" },
      "core_ref",
      expect.stringContaining("kind must be"),
    ],
    [
      "core_ref has an id",
      { core_ref: "core:///acme/support/call/" },
      "core_ref",
      expect.stringContaining("has no call ID"),
    ],
    [
      "core_ref has a maximum length",
      { core_ref: `core:///acme/support/call/${"x".repeat(1024)}` },
      "core_ref",
      expect.stringContaining("1024"),
    ],
    ["core_ref is in the project", { core_ref: CALL_ELSEWHERE }, "core_ref", "must be in project acme/support"],
    ["feedback_type is required", { feedback_type: undefined }, "feedback_type", "is required"],
    ["feedback_type is not empty", { feedback_type: "" }, "feedback_type", "must not be empty"],
    [
      "feedback_type has a maximum length",
      { feedback_type: "x".repeat(1025) },
      "feedback_type",
      "must have at most 1024 characters",
    ],
    [
      "feedback_type has no control characters",
      { feedback_type: "a\u0000" },
      "feedback_type",
      "must not contain control characters",
    ],
    ["payload is required", { payload: undefined }, "payload", "a JSON object is required"],
    ["payload is an object", { payload: [1] }, "payload", "expected a JSON object, found an array"],
    ["payload is not null", { payload: null }, "payload", "expected a JSON object, found null"],
    ["id is a UUID", { id: "1" }, "id", V7],
    ["id is time-ordered", { id: "c56a4180-65aa-42ec-a945-5fd21dec0538" }, "id", V7],
    ["creator is short", { creator: "x".repeat(1025) }, "creator", "must have at most 1024 characters"],
    ["creator is a string", { creator: 7 }, "creator", "must be a string, found a number"],
    ["annotation_ref is a ref", { annotation_ref: "quality" }, "annotation_ref", "a ref must start with core:///"],
    ["annotation_ref refers to an object", { annotation_ref: OP }, "annotation_ref", "must be a ref of kind object"],
    [
      "runnable_ref refers to an op or object",
      { runnable_ref: CALL_ELSEWHERE },
      "runnable_ref",
      "must be a ref of kind op or object",
    ],
    ["call_ref refers to a call", { call_ref: OBJECT }, "call_ref", "must be a ref of kind call"],
    ["trigger_ref refers to an object", { trigger_ref: OP }, "trigger_ref", "must be a ref of kind object"],
    [
      "ext_user_id cannot be set by clients",
      { ext_user_id: "me" },
      "ext_user_id",
      "is set by the service and must not be sent",
    ],
    [
      "ext_user_id cannot be set by clients, not even to null",
      { ext_user_id: null },
      "ext_user_id",
      "is set by the service and must not be sent",
    ],
    [
      "a reaction has an emoji",
      { feedback_type: "core.reaction.1", payload: {} },
      "payload.emoji",
      "is required for this feedback_type",
    ],
    [
      "a comment has a text",
      { feedback_type: "core.comment.1", payload: { text: " " } },
      "payload.text",
      "must not be empty",
    ],
    [
      "a comment replies to an ID",
      { feedback_type: "core.comment.1", payload: { text: "a", reply_to: "b" } },
      "payload.reply_to",
      "must be a time-ordered UUID (version 7)",
    ],
    [
      "a passage has a quote",
      { feedback_type: "core.comment.1", payload: { text: "a", passage: { of: "inputs", quote: "" } } },
      "payload.passage.quote",
      "must not be empty",
    ],
    [
      "a passage ends after its start",
      {
        feedback_type: "core.comment.1",
        payload: { text: "a", passage: { of: "inputs", quote: "b", path: [], start: 2, end: 2 } },
      },
      "payload.passage.end",
      "must be greater than start",
    ],
    [
      "a passage has a path and both ends",
      { feedback_type: "core.comment.1", payload: { text: "a", passage: { of: "inputs", quote: "b", start: 2 } } },
      "payload.passage.path",
      "must be given with start and end",
    ],
    [
      "a passage is of a call",
      {
        feedback_type: "core.comment.1",
        payload: { text: "a", passage: { of: "inputs", quote: "b" } },
        core_ref: OBJECT,
      },
      "payload.passage",
      "is only allowed if core_ref refers to a call",
    ],
    [
      "a corrected output has an output",
      { feedback_type: "core.correction.1", payload: {} },
      "payload.output",
      "is required for this feedback_type",
    ],
    [
      "a reaction has one emoji",
      { feedback_type: "core.reaction.1", payload: { emoji: "👍👍" } },
      "payload.emoji",
      "must be one emoji",
    ],
    [
      "a reaction has no word",
      { feedback_type: "wandb.reaction.1", payload: { emoji: "good" } },
      "payload.emoji",
      "must be one emoji",
    ],
    [
      "a reaction's emoji is text",
      { feedback_type: "core.reaction.1", payload: { emoji: 1 } },
      "payload.emoji",
      "must be one emoji",
    ],
    [
      "a note has a note",
      { feedback_type: "core.note.1", payload: { text: "x" } },
      "payload.note",
      "is required for this feedback_type",
    ],
    [
      "a note is not blank",
      { feedback_type: "wandb.note.1", payload: { note: " \n" } },
      "payload.note",
      "must not be empty",
    ],
    [
      "an annotation has a value",
      { feedback_type: "core.annotation.q", payload: {}, annotation_ref: OBJECT },
      "payload.value",
      "is required for this feedback_type",
    ],
    [
      "an annotation has its ref",
      { feedback_type: "core.annotation.q", payload: { value: 1 } },
      "annotation_ref",
      "is required for feedback_type core.annotation.q",
    ],
    [
      "a runnable has an output",
      { feedback_type: "core.runnable.j", payload: {}, runnable_ref: OP },
      "payload.output",
      "is required for this feedback_type",
    ],
    [
      "a runnable has its ref",
      { feedback_type: "wandb.runnable.j", payload: { output: 1 } },
      "runnable_ref",
      "is required for feedback_type wandb.runnable.j",
    ],
  ])("%s", (_rule, fields, path, message) => {
    expect(problemsOf(feedbackCreateRequest, asFeedback(fields))).toContainEqual({ path, message });
  });

  test("every failing path is listed", () => {
    const fields = { core_ref: CALL_ELSEWHERE, feedback_type: "core.annotation.q", payload: {}, call_ref: OBJECT };
    const paths = problemsOf(feedbackCreateRequest, asFeedback(fields)).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["annotation_ref", "call_ref", "core_ref", "payload.value"]);
  });
});

test.each([
  [{ ext_user_id: "me", feedback_type: "core.reaction.1", payload: { emoji: "xx" } }, ["ext_user_id", "payload.emoji"]],
  [{ id: "x", core_ref: "core:///other/p/call/1" }, ["id", "core_ref"]],
  [{ creator: 7, call_ref: "core:///acme/support/op/a:b" }, ["creator", "call_ref"]],
  [{ core_ref: 7, feedback_type: "core.note.1", payload: {} }, ["core_ref", "payload.note"]],
  [{ feedback_type: 7, payload: [], annotation_ref: "no" }, ["feedback_type", "payload", "annotation_ref"]],
])("a field that fails by itself hides no other: %j", (fields, paths) => {
  const failing = problemsOf(feedbackCreateRequest, asFeedback(fields)).map(({ path }) => path);
  expect(failing.toSorted()).toEqual(paths.toSorted());
});

test.each([[[]], [7], ["text"], [null], [{}]])("%j is no feedback", (body) => {
  expect(problemsOf(feedbackCreateRequest, body)).not.toEqual([]);
});

describe("querying and purging", () => {
  test.each([
    [
      "a full query",
      feedbackQueryRequest,
      {
        fields: ["id", "payload"],
        query: EXPRESSION,
        sort_by: [{ field: "created_at", direction: "desc" }],
        limit: 10,
        offset: 5,
      },
    ],
    ["a minimal query", feedbackQueryRequest, {}],
    ["a query of nulls", feedbackQueryRequest, { fields: null, query: null, sort_by: null, limit: null, offset: null }],
    ["a purge", feedbackPurgeRequest, { query: EXPRESSION }],
  ])("%s holds", (_what, schema, fields) => expect(problemsOf(schema, asQuery(fields))).toEqual([]));

  test.each([
    ["a query needs a project", feedbackQueryRequest, { project_id: undefined }, "project_id", "is required"],
    [
      "fields are known",
      feedbackQueryRequest,
      { fields: ["secret"] },
      "fields[0]",
      expect.stringContaining("expected one of"),
    ],
    ["fields are a list", feedbackQueryRequest, { fields: "id" }, "fields", "must be an array, found a string"],
    ["limit is not negative", feedbackQueryRequest, { limit: -1 }, "limit", "must not be negative"],
    ["limit is whole", feedbackQueryRequest, { limit: 0.5 }, "limit", "must be a whole number"],
    ["offset is not negative", feedbackQueryRequest, { offset: -1 }, "offset", "must not be negative"],
    ["a typo is refused", feedbackQueryRequest, { querry: {} }, "querry", "is not a known field"],
    [
      "a query has one expression",
      feedbackQueryRequest,
      { query: { $expr: {}, more: 1 } },
      "query.more",
      "is not a known field",
    ],
    [
      "sort_by needs a field",
      feedbackQueryRequest,
      { sort_by: [{ direction: "asc" }] },
      "sort_by[0].field",
      "is required",
    ],
    ["a purge needs a query", feedbackPurgeRequest, {}, "query", "is required"],
    ["a purge's query is not null", feedbackPurgeRequest, { query: null }, "query", "must be an object, found null"],
    ["a purge refuses a typo", feedbackPurgeRequest, { query: EXPRESSION, limit: 1 }, "limit", "is not a known field"],
  ])("%s", (_rule, schema, fields, path, message) => {
    expect(problemsOf(schema, asQuery(fields))).toContainEqual({ path, message });
  });
});
