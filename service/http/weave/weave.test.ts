import { describe, expect, test } from "vitest";
import { useService } from "@/service/http/routes/test-service";

const service = useService();

const CALL_ID = "01a1f81d-80ae-722a-8b6d-d47017ea095f";
const OP = "///acme/bot/op/answer:BDHUIoBLEv95ldxMriGE9fS0iCAsqvPAPXoydJqyOjU";
const PROJECT = { project_id: "acme/bot" };
const PAYLOAD = '{"wb_user_id": 1.0, "weave_ref": "weave:///a/b/call/x", "n": 12345678901234567890}';

async function answer(path: string, body: unknown) {
  const response = await service.post(path, body);
  return { status: response.status, body: await response.json() };
}

const start = (extra: object = {}) => ({
  start: {
    ...PROJECT,
    id: CALL_ID,
    trace_id: "t",
    op_name: `weave:${OP}`,
    started_at: "2026-11-20T08:40:45.487Z",
    attributes: {},
    inputs: {},
    wb_run_id: "run-1",
    wb_run_step: 7,
    ...extra,
  },
});

describe("a call that a Weave client records", () => {
  test("is read with the core API's names natively, and with Weave's under the prefix", async () => {
    const sent = JSON.stringify({ batch: [{ mode: "start", req: start({ inputs: "INPUTS", wb_user_id: null }) }] });
    const recorded = await service.post("/weave//call/upsert_batch", sent.replace('"INPUTS"', PAYLOAD));
    expect(await recorded.json()).toEqual({ res: [{ id: CALL_ID, trace_id: "t" }] });

    const end = { ...PROJECT, id: CALL_ID, ended_at: "2026-11-20T08:40:46Z", summary: {}, wb_run_step_end: 8 };
    expect(await answer("/weave/call/end", { end })).toEqual({ status: 200, body: {} });

    const asked = { ...PROJECT, id: CALL_ID };
    const native = (await answer("/call/read", asked)).body.call;
    expect(native).toMatchObject({ op_name: `core:${OP}`, ext_user_id: "admin", ext_run_id: "run-1" });
    expect(native).toMatchObject({ ext_run_step: 7, ext_run_step_end: 8 });
    const weave = (await answer("/weave/call/read", asked)).body.call;
    expect(weave).toMatchObject({
      op_name: `weave:${OP}`,
      wb_user_id: "admin",
      wb_run_id: "run-1",
      wb_run_step_end: 8,
    });
    expect(Object.keys(weave).filter((key) => key.startsWith("ext_"))).toEqual([]);
    for (const path of ["/call/read", "/weave/call/read"])
      expect(await (await service.post(path, asked)).text()).toContain(`"inputs":${PAYLOAD}`);
  });

  test.each([
    ["a filter on the op", { filter: { op_names: [`weave:${OP}`] } }],
    ["a filter on every version of the op", { filter: { op_names: ["weave:///acme/bot/op/answer:*"] } }],
    ["a filter on the run", { filter: { wb_run_ids: ["run-1"], wb_user_ids: ["admin"] } }],
    ["a query on the run", { query: { $expr: { $eq: [{ $getField: "wb_run_id" }, { $literal: "run-1" }] } } }],
    ["a query on the op", { query: { $expr: { $eq: [{ $getField: "op_name" }, { $literal: `weave:${OP}` }] } } }],
    [
      "a query on several ops",
      { query: { $expr: { $in: [{ $getField: "op_name" }, [{ $literal: "x" }, { $literal: `weave:${OP}` }]] } } },
    ],
    [
      "a query on a part of the op",
      {
        query: {
          $expr: { $contains: { input: { $getField: "op_name" }, substr: { $literal: "weave:///acme/bot/op/ans" } } },
        },
      },
    ],
    [
      "a query on a ref in a payload",
      { query: { $expr: { $eq: [{ $getField: "inputs.weave_ref" }, { $literal: "weave:///a/b/call/x" }] } } },
    ],
    ["a sort by Weave's names", { sort_by: [{ field: "wb_run_step", direction: "desc" }] }],
    [
      "fields that only Weave's server knows",
      {
        include_feedback: true,
        filter: { input_refs: null },
        expand_columns: [],
        sort_by: [{ field: "wb_run_id", collation: "x" }],
      },
    ],
  ])("is listed by %s", async (_, query) => {
    const text = await (await service.post("/weave/calls/stream_query", { ...PROJECT, ...query })).text();
    expect(text.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({ id: CALL_ID, op_name: `weave:${OP}`, wb_run_id: "run-1" });
  });

  test("is listed with some columns, by Weave's names", async () => {
    const query = { ...PROJECT, columns: ["wb_run_id", "op_name"] };
    const text = await (await service.post("/weave/calls/stream_query", query)).text();
    expect(JSON.parse(text)).toEqual({ id: CALL_ID, wb_run_id: "run-1", op_name: `weave:${OP}` });
  });

  test("is counted", async () => {
    const counted = await answer("/weave/calls/query_stats", { ...PROJECT, filter: { op_names: [`weave:${OP}`] } });
    expect(counted.body).toMatchObject({ count: 1 });
  });
});

describe("the newer paths of the Python SDK, which name the project", () => {
  const path = "/weave/v2/acme/bot/calls/complete";
  const call = {
    ...start({ id: "whole", inputs: {} }).start,
    ended_at: "2026-11-20T08:40:46Z",
    output: "OUTPUT",
    summary: { usage: { m: { prompt_tokens: 3, completion_tokens: 2 } } },
    wb_run_step_end: 9,
    wb_user_id: null,
    otel_dump: null,
  };

  test("take calls that are over, each for itself", async () => {
    const sent = JSON.stringify({ batch: [call, { ...call, id: "bad", op_name: null }] });
    const { res, refused } = await (await service.post(path, sent.replace('"OUTPUT"', "12345678901234567890"))).json();
    expect([res[0], refused]).toEqual([{ id: "whole", trace_id: "t" }, 1]);
    expect(res[1].error.errors).toEqual([{ path: "op_name", message: "must be a string, found null" }]);
    const read = await (await service.post("/call/read", { ...PROJECT, id: "whole" })).text();
    expect(read).toContain('"output":12345678901234567890');
    expect(JSON.parse(read).call).toMatchObject({
      op_name: `core:${OP}`,
      started_at: "2026-11-20T08:40:45.487000Z",
      ended_at: "2026-11-20T08:40:46.000000Z",
      ext_run_step: 7,
      ext_run_step_end: 9,
      ext_user_id: "admin",
    });
    const { refusals } = await (await service.post("/refusals/query", PROJECT)).json();
    expect(refusals).toContainEqual(
      expect.objectContaining({ call_id: "bad", reason: "op_name: must be a string, found null" }),
    );
  });

  test("take a start and an end", async () => {
    const sent = start({ id: "eager" });
    expect(await answer("/weave/v2/acme/bot/call/start", sent)).toEqual({
      status: 200,
      body: { id: "eager", trace_id: "t" },
    });
    const end = { ...PROJECT, id: "eager", ended_at: "2026-11-20T08:40:46Z", summary: {} };
    expect(await answer("/weave/v2/acme/bot/call/end", { end })).toEqual({ status: 200, body: {} });
    expect((await answer("/call/read", { ...PROJECT, id: "eager" })).body.call.ended_at).toBeDefined();
  });

  test("are no way around the project's own rights", async () => {
    const role = { project_pattern: "acme/bot", role: "member" };
    const made = await (await service.post("/keys/create", { owner: "ada", roles: [role] })).json();
    const key = { authorization: `Bearer ${made.api_key}` };
    const foreign = { ...call, project_id: "zoo/b" };
    const { res } = await (await service.post(path, { batch: [foreign] }, key)).json();
    expect(res[0].error.code).toBe("forbidden");
    const started = await service.post(
      "/weave/v2/acme/bot/call/start",
      { start: { ...start().start, project_id: "zoo/b" } },
      key,
    );
    expect(started.status).toBe(403);
  });

  test("are there in Weave's dialect only", async () => {
    expect((await service.post("/v2/acme/bot/call/start", start())).status).toBe(404);
  });
});

describe("feedback from a Weave client", () => {
  const feedback = {
    ...PROJECT,
    weave_ref: `weave:///acme/bot/call/${CALL_ID}`,
    feedback_type: "wandb.runnable.accuracy",
    payload: { output: "weave:///acme/bot/object/x:1" },
    runnable_ref: "weave:///acme/bot/object/accuracy:ivrMglb0",
    call_ref: "weave:///acme/bot/call/c-2",
    wb_user_id: null,
    creator: null,
    an_unknown_field: 1,
  };

  test("is returned and found in both dialects", async () => {
    const created = (await answer("/weave/feedback/create", feedback)).body;
    expect(created).toMatchObject({ wb_user_id: "admin", payload: feedback.payload });
    const about = (name: string, ref: string) => ({
      ...PROJECT,
      query: { $expr: { $eq: [{ $getField: name }, { $literal: ref }] } },
      fields: ["id", name, "runnable_ref", "payload"],
    });
    const weave = await answer("/weave/feedback/query", about("weave_ref", feedback.weave_ref));
    const { id, payload } = created;
    const { weave_ref, runnable_ref } = feedback;
    expect(weave.body).toEqual({ result: [{ id, weave_ref, runnable_ref, payload }] });
    const core = (ref: string) => ref.replace("weave:", "core:");
    const native = await answer("/feedback/query", about("core_ref", core(weave_ref)));
    expect(native.body.result).toEqual([{ id, core_ref: core(weave_ref), runnable_ref: core(runnable_ref), payload }]);
  });

  test.each([
    ["a ref that is none", { weave_ref: "call-1" }, "weave_ref", "a ref must start with weave:///"],
    ["a ref to another project", { weave_ref: "weave:///a/b/call/x" }, "weave_ref", "must be in project acme/bot"],
    ["an owner of its own", { wb_user_id: "me" }, "wb_user_id", "is set by the service and must not be sent"],
  ])("is refused with %s, in Weave's words", async (_, wrong, path, message) => {
    const { status, body } = await answer("/weave/feedback/create", { ...feedback, ...wrong });
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
    expect(body.message).toBe(`${path}: ${message}`);
  });
});

// After eleven rejected batches a Weave client ends the process it runs in, so one invalid item must not reject its
// batch.
describe("a batch with a rejected item", () => {
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const item = (fields: object) => ({ mode: "start", req: start(fields) });

  test.each([
    ["nested too deeply", item({ id: "deep", inputs: "DEEP" }), "req.start.inputs", "is nested deeper than 256 levels"],
    ["with an id too long", item({ id: "x".repeat(1025) }), "req.start.id", "must have at most 1024 characters"],
    ["of a mode there is not", { mode: "restart", req: {} }, "mode", "must be start or end"],
  ])("%s, takes the others", async (_, bad, path, message) => {
    const sent = JSON.stringify({ batch: [bad, item({ id: "good" })] }).replace('"DEEP"', deep);
    const response = await service.post("/weave/call/upsert_batch", sent);
    const { res, refused } = await response.json();
    expect([response.status, refused]).toEqual([200, 1]);
    expect(res[0].error.errors).toEqual([{ path, message }]);
    expect(res[1]).toEqual({ id: "good", trace_id: "t" });
  });
});

describe("under the prefix", () => {
  test.each(["/weave/health", "/weave/server_info", "/weave//health"])("GET %s answers", async (path) => {
    expect((await service.app().request(path)).status).toBe(200);
  });

  test("a key is needed, as anywhere", async () => {
    const response = await service.post("/weave/call/upsert_batch", { batch: [] }, { authorization: undefined });
    expect(response.status).toBe(401);
  });

  test("an unknown operator is still refused: a query that is not understood must not return everything", async () => {
    const { status } = await answer("/weave/calls/stream_query", { ...PROJECT, query: { $expr: { $eqs: [] } } });
    expect(status).toBe(422);
  });

  test("an unknown path has an error in Weave's format", async () => {
    expect(await answer("/weave/call/raed", {})).toMatchObject({ status: 404, body: { code: "unknown_endpoint" } });
    expect((await service.app().request("/weave/call/read")).status).toBe(405);
  });

  test("is not served with only the core endpoints", async () => {
    expect((await service.app({ coreOnly: true }).request("/weave/health")).status).toBe(404);
  });

  test("the log has the dialect", async () => {
    await answer("/weave/call/read", { ...PROJECT, id: "none" });
    expect(service.log.at(-1)).toMatchObject({ route: "/weave/call/read", status: 404 });
  });
});
