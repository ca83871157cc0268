import { beforeAll, expect, test } from "vitest";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { minimalAlert, minimalExperiment, minimalStart } from "@/lib/contract/test-examples";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { exportOf, SPAN_ID } from "@/service/ingest/otlp/test-export";
import { useService } from "./test-service";
import { useTraining } from "./test-training";

const service = useService();
const training = useTraining(service);
const project_id = "acme/ids";
const HERE = "core:///acme/ids";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const ROOT = "53995c3f42cd8ad8";
const FEEDBACK = "0193a1b2-0000-7000-8000-00000000000f";
const RESPONSE = "chatcmpl-9xQ2";
const ids = {
  object: "",
  op: "",
  queue: "",
  table: "",
  row: "",
  experiment: "",
  job: "",
  model: "",
  alert: "",
  rule: "",
};

async function post(path: string, body: object) {
  const response = await service.post(path, body);
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

beforeAll(async () => {
  const call = {
    ...minimalStart,
    project_id,
    trace_id: TRACE,
    thread_id: "session 7",
    turn_id: ROOT,
    attributes: { user_id: "u-42" },
  };
  // The root starts later than the call below it, as clocks of two machines may have it.
  await post("/call/start", { start: { ...call, id: SPAN, parent_id: ROOT, started_at: "2026-11-20T08:00:00Z" } });
  await post("/call/start", { start: { ...call, id: ROOT, started_at: "2026-11-20T08:00:01Z" } });
  const core_ref = `${HERE}/call/${SPAN}`;
  await post("/feedback/create", {
    project_id,
    id: FEEDBACK,
    core_ref,
    feedback_type: "core.note.1",
    payload: { note: "Hm" },
  });
  const publish = async (object_id: string, val: object, builtin_object_class?: string) =>
    (await post("/obj/create", { obj: { project_id, object_id, val, builtin_object_class } })).digest;
  ids.object = await publish("greet", { name: "greet" });
  ids.op = await publish("answer", { _type: "CustomWeaveType", weave_type: { type: "Op" } });
  ids.queue = await publish("checks", { name: "checks", call_ids: [] }, QUEUE_CLASS);
  // The newest table that has the row is the one to open.
  await post("/table/create", { table: { project_id, rows: [{ name: "Ada" }, { name: "Bob" }] } });
  ids.table = (await post("/table/create", { table: { project_id, rows: [{ name: "Ada" }] } })).digest;
  const experiment = { ...minimalExperiment, project_id, table_digest: ids.table };
  ids.experiment = (await post("/experiments/create", experiment)).experiment.id;
  ids.model = (await training.makeModel({ project_id })).id;
  const { rows } = await post("/table/query", { project_id, digest: ids.table });
  ids.row = rows[0].digest;
  ids.alert = (await post("/alerts/create", { ...minimalAlert, project_id })).alert.id;
  const scorer = { name: "tone", definition: { type: "regex" as const, pattern: "please", ignore_case: true } };
  const obj = { project_id, object_id: "tone", val: writeScorer(scorer) };
  const scorer_ref = `${HERE}/object/tone:${(await post("/obj/create", { obj })).digest}`;
  ids.rule = (await post("/scoring/create", { project_id, name: "Tone", unit: "traces", scorer_ref })).rule.id;
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.response.id": RESPONSE,
    "user.id": "u-42",
    "gen_ai.usage.input_tokens": 3,
  };
  const sent = await service.post("/v1/traces", exportOf([{ attributes }]), { "x-project": project_id });
  if (!sent.ok) throw new Error(await sent.text());
  ids.job = await training.makeJob({ model_id: ids.model });
});

test.each<[string, () => string, object | (() => object)]>([
  ["a call, by its span ID", () => SPAN, { kind: "call", id: SPAN, ref: `${HERE}/call/${SPAN}` }],
  ["a span ID in upper case", () => SPAN.toUpperCase(), { kind: "call", id: SPAN, ref: `${HERE}/call/${SPAN}` }],
  ["a trace: its root", () => TRACE, { kind: "trace", id: TRACE, ref: `${HERE}/call/${ROOT}` }],
  ["a thread", () => "session 7", { kind: "thread", id: "session 7", ref: `${HERE}/thread/session 7` }],
  ["an end user", () => "u-42", { kind: "user", id: "u-42" }],
  ["feedback: its call", () => FEEDBACK, { kind: "feedback", id: FEEDBACK, ref: `${HERE}/call/${SPAN}` }],
  ["a version", () => ids.object, { kind: "object", ref: expect.stringContaining(`${HERE}/object/greet:`) }],
  ["a version of an op", () => ids.op, { kind: "op", ref: expect.stringContaining(`${HERE}/op/answer:`) }],
  ["a table", () => ids.table, { kind: "table", ref: expect.stringContaining(`${HERE}/table/`) }],
  ["a queue", () => ids.queue, { kind: "queue", ref: expect.stringContaining(`${HERE}/object/checks:`) }],
  [
    "a row: in the newest table",
    () => ids.row,
    () => ({ kind: "row", ref: `${HERE}/table/${ids.table}/id/${ids.row}` }),
  ],
  ["a response: its call", () => RESPONSE, { kind: "response", id: RESPONSE, ref: `${HERE}/call/${SPAN_ID}` }],
  ["an alert", () => ids.alert, { kind: "alert" }],
  ["a scoring rule", () => ids.rule, { kind: "scoring_rule" }],
  ["an experiment", () => ids.experiment, { kind: "experiment" }],
  ["a training job", () => ids.job, { kind: "training_job" }],
  ["a trained model", () => ids.model, { kind: "trained_model" }],
])("finds %s", async (_what, id, expected) => {
  const wanted = typeof expected === "function" ? expected() : expected;
  expect((await post("/ids/find", { project_id, id: id() })).found).toEqual([expect.objectContaining(wanted)]);
});

test("finds nothing of another project, and nothing for other text", async () => {
  expect(await post("/ids/find", { project_id: "acme/other", id: TRACE })).toEqual({ found: [] });
  expect(await post("/ids/find", { project_id, id: "refund" })).toEqual({ found: [] });
});

test("finds a call by a traceparent, and its trace", async () => {
  const { found } = await post("/ids/find", { project_id, id: `00-${TRACE}-${SPAN}-01` });
  expect(found.map(({ kind }: { kind: string }) => kind)).toEqual(["call", "trace"]);
});

test("redirects the link that Langfuse's SDKs print to the dashboard, if it is known", async () => {
  const link = `/project/acme/ids/traces/${TRACE}`;
  const { status, headers } = await service.app({ dashboardUrl: "https://loupe.example.com" }).request(link);
  expect([status, headers.get("location")]).toEqual([302, `https://loupe.example.com/acme/ids/calls/${TRACE}`]);
  expect((await service.app().request(link)).status).toBe(404);
});
