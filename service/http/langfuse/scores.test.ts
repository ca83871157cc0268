import { beforeEach, describe, expect, test } from "vitest";
import { callRef, threadRef } from "@/lib/contract/refs";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();

let traceId = "";
let traces = 0;

beforeEach(() => {
  traces += 1;
  traceId = `5b80767c94eb79926603835237b6${String(traces).padStart(4, "0")}`;
});

/** Spans of the test's trace: the root and a call below it. */
const rootId = () => `aaaaaaaaaaaa${traceId.slice(-4)}`;
const childId = () => `bbbbbbbbbbbb${traceId.slice(-4)}`;

async function sendTrace() {
  const spans = [
    { traceId, spanId: childId(), parentSpanId: rootId(), name: "generate" },
    { traceId, spanId: rootId(), name: "answer" },
  ];
  expect((await langfuse.service.post("/api/public/otel/v1/traces", exportOf(spans))).status).toBe(200);
}

/** The feedback of a call, as the call page reads it. */
const feedbackOf = (callId: string) => feedbackOn(callRef(PROJECT, callId));

async function feedbackOn(ref: string) {
  const query = { $expr: { $eq: [{ $getField: "core_ref" }, { $literal: ref }] } };
  const sort_by = [{ field: "feedback_type", direction: "asc" }];
  return (await langfuse.native("/feedback/query", { query, sort_by })).result;
}

describe("scores of the TypeScript SDK", () => {
  test("are feedback on their observation, with name, value and comment", async () => {
    const about = { traceId, observationId: childId() };
    const { score } = langfuse.client;
    score.create({ ...about, id: `a-${traceId}`, name: "accuracy", value: 0.75, comment: "Nearly right" });
    score.create({ ...about, name: "helpful", value: 1, dataType: "BOOLEAN" });
    score.create({ ...about, name: "tone", value: "friendly", dataType: "CATEGORICAL", metadata: { judge: "m-1" } });
    await score.flush();
    const trace_id = traceId;
    expect(await feedbackOf(childId())).toMatchObject([
      {
        id: `a-${traceId}`,
        feedback_type: "accuracy",
        payload: { value: 0.75, comment: "Nearly right", data_type: "NUMERIC", trace_id },
        ext_user_id: "admin",
      },
      { feedback_type: "helpful", payload: { value: true, data_type: "BOOLEAN" } },
      { feedback_type: "tone", payload: { value: "friendly", data_type: "CATEGORICAL", metadata: { judge: "m-1" } } },
    ]);
  });

  test("of a trace are on its root, whichever of the two arrives first", async () => {
    langfuse.client.score.create({ traceId, name: "early", value: 1 });
    await langfuse.client.score.flush();
    await sendTrace();
    langfuse.client.score.create({ traceId, name: "late", value: 2 });
    await langfuse.client.score.flush();
    expect(await feedbackOf(rootId())).toMatchObject([{ feedback_type: "early" }, { feedback_type: "late" }]);
    expect(await feedbackOf(traceId)).toEqual([]);
  });

  test("of a trace are on its first call while the calls above it have not arrived", async () => {
    const send = async (span: object) =>
      expect((await langfuse.service.post("/api/public/otel/v1/traces", exportOf([{ traceId, ...span }]))).status).toBe(
        200,
      );
    langfuse.client.score.create({ traceId, id: `s-${traceId}`, name: "early", value: 1 });
    await langfuse.client.score.flush();
    await send({ spanId: childId(), parentSpanId: rootId(), name: "generate" });
    expect(await feedbackOf(childId())).toMatchObject([{ feedback_type: "early" }]);
    langfuse.client.score.create({ traceId, name: "late", value: 2 });
    langfuse.client.score.create({ traceId, observationId: childId(), name: "own", value: 3 });
    await langfuse.client.score.flush();
    expect(await feedbackOf(childId())).toHaveLength(3);
    await send({ spanId: rootId(), name: "answer" });
    expect(await feedbackOf(rootId())).toMatchObject([{ feedback_type: "early" }, { feedback_type: "late" }]);
    expect(await feedbackOf(childId())).toMatchObject([{ feedback_type: "own" }]);
  });

  test("of a session are on its thread", async () => {
    const { score } = langfuse.client;
    const sessionId = `session/${traceId}`;
    score.create({ sessionId, id: `t-${traceId}`, name: "solved", value: 1, dataType: "BOOLEAN", comment: "At last" });
    score.create({ sessionId, traceId, name: "of the trace", value: 2 });
    await score.flush();
    expect(await feedbackOn(threadRef(PROJECT, sessionId))).toMatchObject([
      { id: `t-${traceId}`, feedback_type: "solved", payload: { value: true, comment: "At last" } },
    ]);
    expect(await feedbackOf(traceId)).toMatchObject([{ feedback_type: "of the trace" }]);
  });

  test("that are corrections are corrected outputs", async () => {
    await sendTrace();
    const { score } = langfuse.client;
    const about = { traceId, name: "output", dataType: "CORRECTION" as const };
    score.create({ ...about, observationId: childId(), value: "Order 9913 is in Lyon.", comment: "It was in Paris" });
    score.create({ ...about, value: "Lyon" });
    await score.flush();
    const [corrected] = await feedbackOf(childId());
    expect(corrected).toMatchObject({
      feedback_type: "core.correction.1",
      payload: { output: "Order 9913 is in Lyon.", comment: "It was in Paris", trace_id: traceId },
    });
    expect(corrected.payload).not.toHaveProperty("value");
    expect(await feedbackOf(rootId())).toMatchObject([
      { feedback_type: "core.correction.1", payload: { output: "Lyon" } },
    ]);
  });
});

describe("POST /api/public/scores", () => {
  const send = (body: unknown) => langfuse.ask("POST", "/api/public/scores", body);
  const score = () => ({ id: `s-${traceId}`, traceId, name: "quality", value: 1 });

  test("the same score again is stored once, a changed one replaces it", async () => {
    await sendTrace();
    const sent = { status: 200, body: { id: `s-${traceId}` } };
    expect(await send(score())).toEqual(sent);
    expect(await send(score())).toEqual(sent);
    expect(await send({ ...score(), value: 0.5, comment: "after review" })).toEqual(sent);
    expect(await feedbackOf(rootId())).toMatchObject([{ payload: { value: 0.5, comment: "after review" } }]);
  });

  test("a batch keeps its order, also of scores that replace others, or each other", async () => {
    await sendTrace();
    const [a, b] = ["a", "b"].map((name) => `${name}-${traceId}`);
    const scored = (name: string, value: number, id?: string) => ({ traceId, name, value, id });
    await send([scored("one", 0, a), scored("two", 0, b)]);
    const sent = [
      scored("one", 1, a),
      scored("new", 2),
      scored("two", 3, b),
      scored("twice", 4, `c-${traceId}`),
      scored("newer", 5),
      scored("twice", 6, `c-${traceId}`),
      scored("last", 7),
    ];
    await send(sent);
    const query = { $expr: { $eq: [{ $getField: "core_ref" }, { $literal: callRef(PROJECT, rootId()) }] } };
    const sort_by = [{ field: "created_at", direction: "asc" }];
    const { result } = await langfuse.native("/feedback/query", { query, sort_by });
    const values = result.map(({ payload }: { payload: { value: number } }) => payload.value);
    expect(values).toEqual([1, 2, 3, 5, 6, 7]);
  });

  test("digits stay as they were sent", async () => {
    const body = `{"observationId": "${childId()}", "name": "exact", "value": 0.10000000000000000001}`;
    expect((await langfuse.service.post("/api/public/scores", body)).status).toBe(200);
    const ofCall = { $eq: [{ $getField: "core_ref" }, { $literal: callRef(PROJECT, childId()) }] };
    const answer = await langfuse.service.post("/feedback/query", { project_id: PROJECT, query: { $expr: ofCall } });
    expect(await answer.text()).toContain('"value":0.10000000000000000001');
  });

  test.each([
    ["1", true],
    ["1.0", true],
    ["true", true],
    ["0", false],
    ["0.0", false],
    ["false", false],
  ])("the boolean %s is %s", async (sent, value) => {
    const body = `{"observationId": "${childId()}", "name": "ok", "value": ${sent}, "dataType": "BOOLEAN"}`;
    expect((await langfuse.service.post("/api/public/scores", body)).status).toBe(200);
    expect(await feedbackOf(childId())).toMatchObject([{ payload: { value } }]);
  });

  test("of a list, only what is wrong is rejected", async () => {
    expect(await send([score(), { ...score(), id: undefined, name: "more" }])).toEqual({
      status: 202,
      body: { message: "Accepted" },
    });
    const { status, body } = await send([
      { ...score(), id: "third", name: "third" },
      { name: "nowhere", value: 1 },
      { name: "run", value: 1, datasetRunId: "r" },
      { traceId, value: 1 },
      { traceId, name: "core.note.1", value: 1 },
    ]);
    expect({ status, body }).toMatchObject({ status: 207, body: { accepted: 1, rejected: 4 } });
    expect(body.errors).toEqual([
      { message: "A score needs a traceId, an observationId or a sessionId" },
      {
        message: "Loupe does not support scores on dataset runs; send a traceId, an observationId or a sessionId",
      },
      { message: "name: is required" },
      { message: "payload.note: is required for this feedback_type" },
    ]);
  });

  test.each([
    [{ name: "q", value: 1, datasetRunId: "r" }, 501, "not_implemented"],
    [{ name: "q", value: 1 }, 422, "invalid"],
    [{ name: "q", traceId: "t" }, 422, "invalid"],
  ])("%j alone is rejected with %s", async (body, status, code) => {
    expect(await send(body)).toMatchObject({ status, body: { code } });
  });

  test("who may only annotate replaces no score of others", async () => {
    await send(score());
    const roles = [{ project_pattern: PROJECT, role: "annotator" }];
    const created = await langfuse.service.post("/keys/create", { owner: "ada", default_project: PROJECT, roles });
    const { api_key } = await created.json();
    const headers = { authorization: `Bearer ${api_key}` };
    const answer = await langfuse.ask("POST", "/api/public/scores", { ...score(), value: 0 }, headers);
    expect(answer).toMatchObject({ status: 403 });
    expect(await feedbackOf(traceId)).toMatchObject([{ payload: { value: 1 }, ext_user_id: "admin" }]);
  });
});

test("events other than scores are rejected one by one", async () => {
  const body = { observationId: childId(), name: "kept", value: 1 };
  const batch = [
    { id: "e1", type: "score-create", body },
    { id: "e2", type: "trace-create", body: { id: "t" } },
  ];
  const answer = await langfuse.ask("POST", "/api/public/ingestion", { batch });
  expect(answer).toMatchObject({
    status: 207,
    body: {
      successes: [{ id: "e1", status: 201 }],
      errors: [{ id: "e2", status: 501, error: "not_implemented", message: expect.stringContaining("trace-create") }],
    },
  });
  expect(await feedbackOf(childId())).toMatchObject([{ feedback_type: "kept" }]);
});

test("malformed events leave the rest of their batch", async () => {
  const event = (id: unknown, name: string) => ({
    id,
    type: "score-create",
    body: { observationId: childId(), name, value: 1 },
  });
  const batch = [event("e1", "first"), 7, event(2, "second"), { id: "e4" }, null, event("e6", "last")];
  const answer = await langfuse.ask("POST", "/api/public/ingestion", { batch });
  expect(answer).toMatchObject({
    status: 207,
    body: {
      successes: [
        { id: "e1", status: 201 },
        { id: "e6", status: 201 },
      ],
      errors: [
        { id: "", status: 422, error: "invalid", message: expect.stringContaining("object") },
        { id: "2", status: 422, error: "invalid", message: expect.stringContaining("id") },
        { id: "e4", status: 422, error: "invalid", message: expect.stringContaining("type") },
        { id: "", status: 422, error: "invalid", message: expect.stringContaining("object") },
      ],
    },
  });
  const names = (await feedbackOf(childId())).map(({ feedback_type: name }: { feedback_type: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["first", "last"]));
});
