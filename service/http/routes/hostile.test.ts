import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { JsonText } from "@/lib/json/text";
import { asFeedback, minimalEnd, minimalStart } from "@/lib/contract/test-examples";
import { asGroups, asJob, minimalTrajectory, MODEL_ID } from "@/lib/training/test-jobs";
import { FAKE_MODEL } from "./test-inference";
import { ADMIN_KEY, useService } from "./test-service";
import { JOBS } from "./test-training";

const service = useService();

const HOSTILE = [
  "'; drop table calls; --",
  "' or '1'='1",
  '"; select pg_sleep(10); --',
  "$1",
  "%' escape '%",
  "\\'; --",
  "../../etc/passwd",
  "%2e%2e%2f",
  "/etc/passwd",
  "__proto__",
  "constructor.prototype.polluted",
  "a.__proto__.polluted",
  "${7*7}{{7*7}}",
  "<script>alert(1)</script>",
  "a\u0000b",
  "a\r\nx-injected: 1",
  "\ud800",
  "中".repeat(1000),
  "\u202egnp.exe",
  "9".repeat(400),
  "a.".repeat(500),
  "[0]".repeat(300),
  "\\",
  "",
];

const equals = (field: string, value: unknown) => ({
  $expr: { $eq: [{ $getField: field }, { $literal: value }] },
});
const contains = (field: string, substr: string) => ({
  $expr: { $contains: { input: { $getField: field }, substr: { $literal: substr } } },
});

const asJobOf = (fields: object) => asJob({ trajectory_groups: asGroups([{ ...minimalTrajectory, ...fields }]) });

beforeAll(async () => {
  await service.store.createTrainedModel({
    id: MODEL_ID,
    project_id: "acme/support",
    base_model: "base",
    created_by: "admin",
  });
});

/** Every parameter of every endpoint that accepts a string. */
const PARAMETERS: [string, (text: string) => [path: string, body: object]][] = [
  ...[
    "project_id",
    "id",
    "op_name",
    "trace_id",
    "parent_id",
    "thread_id",
    "turn_id",
    "display_name",
    "started_at",
    "ext_run_id",
  ].map((field): (typeof PARAMETERS)[number] => [
    `start.${field}`,
    (text) => ["/call/start", { start: { ...minimalStart, [field]: text } }],
  ]),
  ...["project_id", "id", "trace_id", "display_name", "started_at", "ended_at", "exception"].map(
    (field): (typeof PARAMETERS)[number] => [
      `end.${field}`,
      (text) => ["/call/end", { end: { ...minimalEnd, [field]: text } }],
    ],
  ),
  [
    "start payload keys",
    (text) => ["/call/start", { start: { ...minimalStart, inputs: { [text]: { [text]: text } } } }],
  ],
  ["start unknown field", (text) => ["/call/start", { start: { ...minimalStart, [text]: text } }]],
  [
    "end usage",
    (text) => ["/call/end", { end: { ...minimalEnd, summary: { usage: { [text]: { prompt_tokens: text } } } } }],
  ],
  ["batch mode", (text) => ["/call/upsert_batch", { batch: [{ mode: text, [text]: 1 }] }]],
  ["read project_id", (text) => ["/call/read", { project_id: text, id: "c" }]],
  ["read id", (text) => ["/call/read", { project_id: "p", id: text }]],
  ["read unknown field", (text) => ["/call/read", { project_id: "p", id: "c", [`x${text}`]: 1 }]],
  ["filter op_names", (text) => ["/calls/stream_query", { project_id: "p", filter: { op_names: [text] } }]],
  ["filter thread_ids", (text) => ["/calls/query_stats", { project_id: "p", filter: { thread_ids: [text] } }]],
  ["sort field", (text) => ["/calls/stream_query", { project_id: "p", sort_by: [{ field: text }] }]],
  ["sort nested field", (text) => ["/calls/stream_query", { project_id: "p", sort_by: [{ field: `inputs.${text}` }] }]],
  [
    "sort direction",
    (text) => ["/calls/stream_query", { project_id: "p", sort_by: [{ field: "id", direction: text }] }],
  ],
  ["columns", (text) => ["/calls/stream_query", { project_id: "p", columns: [text] }]],
  ["after_id", (text) => ["/calls/stream_query", { project_id: "p", after_id: text }]],
  ["query field", (text) => ["/calls/stream_query", { project_id: "p", query: equals(text, 1) }]],
  ["query nested field", (text) => ["/calls/query_stats", { project_id: "p", query: equals(`inputs.${text}`, 1) }]],
  ["query literal", (text) => ["/calls/query_stats", { project_id: "p", query: equals("inputs.a", text) }]],
  ["query time", (text) => ["/calls/query_stats", { project_id: "p", query: equals("started_at", text) }]],
  ["query substring", (text) => ["/calls/stream_query", { project_id: "p", query: contains("inputs", text) }]],
  ["query operator", (text) => ["/calls/stream_query", { project_id: "p", query: { $expr: { [text]: [] } } }]],
  ...["core_ref", "feedback_type", "id", "creator", "annotation_ref", "runnable_ref", "call_ref", "trigger_ref"].map(
    (field): (typeof PARAMETERS)[number] => [
      `feedback ${field}`,
      (text) => ["/feedback/create", asFeedback({ [field]: text })],
    ],
  ),
  [
    "feedback ref in the project",
    (text) => ["/feedback/create", asFeedback({ core_ref: `core:///acme/support/call/${text}` })],
  ],
  ["feedback payload", (text) => ["/feedback/create", asFeedback({ payload: { [text]: text } })]],
  ["feedback query field", (text) => ["/feedback/query", { project_id: "p", query: equals(text, 1) }]],
  ["feedback nested field", (text) => ["/feedback/query", { project_id: "p", query: equals(`payload.${text}`, text) }]],
  ["feedback sort", (text) => ["/feedback/query", { project_id: "p", sort_by: [{ field: text }] }]],
  ["purge", (text) => ["/feedback/purge", { project_id: "p", query: equals("feedback_type", text) }]],
  ...["model", "user", "request_id", "chat_template", "tool_choice"].map((field): (typeof PARAMETERS)[number] => [
    `chat ${field}`,
    (text) => ["/v1/chat/completions/", { model: FAKE_MODEL, messages: [], [field]: text }],
  ]),
  [
    "chat message",
    (text) => ["/v1/chat/completions", { model: FAKE_MODEL, messages: [{ role: text, content: text, [text]: text }] }],
  ],
  ["chat unknown field", (text) => ["/v1/chat/completions", { model: FAKE_MODEL, messages: [], [`x${text}`]: text }]],
  ...["project_id", "entity", "project", "name", "base_model"].map((field): (typeof PARAMETERS)[number] => [
    `model to train ${field}`,
    (text) => [endpoints.trainedModelCreate.path, { base_model: "base", [field]: text }],
  ]),
  ["job model_id", (text) => [JOBS, asJob({ model_id: text })]],
  ["job unknown field", (text) => [JOBS, { ...asJob(), [text]: text }]],
  ["job configuration", (text) => [JOBS, asJob({ experimental_config: { [text]: text } })]],
  ["job call ref", (text) => [JOBS, asJobOf({ metadata: { call_refs: [`core:///acme/support/call/${text}`] } })]],
  ["job trajectory", (text) => [JOBS, asJobOf({ [text]: text, start_time: text, metadata: { [text]: text } })]],
  ["refusals", (text) => ["/refusals/query", { project_id: text }]],
];

describe.each(PARAMETERS)("%s", (_name, request) => {
  test("is answered or rejected as usual, for any content", async () => {
    for (const text of HOSTILE) {
      const response = await service.post(...request(text));
      const answer = await response.text();
      expect([text, response.status, answer]).toEqual([text, expect.toSatisfy(isAnswered), answer]);
      expect(response.headers.has("x-injected")).toBe(false);
    }
  });
});

describe("addresses are no way in", () => {
  const key = { authorization: `Bearer ${ADMIN_KEY}` };
  const job = "0193a1b2-0000-7000-8000-00000000000b";
  test.each([
    ...["project_id", "model_id", "status", "call_id", "after", "limit"].map((field) => `${JOBS}?${field}=`),
    ...["after", "limit", "order", "logs"].map((field) => `${JOBS}/${job}/events?${field}=`),
    `${JOBS}/${job}/groups?after=`,
    `${JOBS}/${job}/groups/`,
    `${JOBS}/`,
    `${endpoints.trainedModels.path}?project_id=`,
  ])("%s", async (address) => {
    for (const text of HOSTILE) {
      const asked = await service.app().request(address + encodeURIComponent(text.toWellFormed()), { headers: key });
      expect([text, asked.status]).toEqual([text, expect.toSatisfy(isAnswered)]);
    }
  });
});

test("the path of a model that is deleted is no way in", async () => {
  for (const text of HOSTILE) {
    const address = `${endpoints.trainedModels.path}/${encodeURIComponent(text.toWellFormed())}`;
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const { status } = await service.app().request(address, { method: "DELETE", headers });
    expect([text, status]).toEqual([text, expect.toSatisfy(isAnswered)]);
  }
});

test("headers are no way in", async () => {
  for (const text of ["' or 1=1 --", "../../..", "__proto__", "%00", "9".repeat(4000)])
    for (const name of [
      "authorization",
      "x-api-key",
      "x-request-id",
      "content-encoding",
      "x-project",
      "client-project",
      "x-loupe-record",
      "x-loupe-prompt",
      "x-loupe-row",
      "idempotency-key",
      "traceparent",
      "cookie",
      "host",
    ]) {
      const read = await service.post("/call/read", { project_id: "p", id: "c" }, { [name]: text });
      const chat = await service.post("/v1/chat/completions", { model: FAKE_MODEL, messages: [] }, { [name]: text });
      const train = await service.post(JOBS, asJob(), { [name]: text });
      for (const { status } of [read, chat, train])
        expect([name, text, status]).toEqual([name, text, expect.toSatisfy(isAnswered)]);
    }
});

test("no prototype was changed, nothing was lost", async () => {
  await service.post(
    "/call/start",
    new JsonText('{"start":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}'),
  );
  expect(Object.getOwnPropertyNames({})).toEqual([]);
  expect("polluted" in {}).toBe(false);
  expect((await service.post("/calls/query_stats", { project_id: "acme/support" })).status).toBe(200);
});

test("one hostile call harms no list, filter, sort or search of the others", async () => {
  const evil = '{"__proto__":{"a":1},"s":"\\u0000\\ud800","n":1e200000,"m":-1e400,"d":12345678901234567890}';
  const project_id = "acme/hostile";
  for (const id of ["good", "evil"]) {
    const inputs = new JsonText(id === "evil" ? evil : '{"s":"plain","n":1}');
    await service.post("/call/start", { start: { ...minimalStart, project_id, id, inputs } });
  }
  const listed = async (more: object) => {
    const response = await service.post("/calls/stream_query", { project_id, columns: ["id"], ...more });
    const lines = (await response.text()).split("\n").filter(Boolean);
    return [response.status, lines.map((line): string => JSON.parse(line).id).toSorted()];
  };
  expect(await listed({})).toEqual([200, ["evil", "good"]]);
  expect(await listed({ query: equals("inputs.n", 1) })).toEqual([200, ["good"]]);
  expect(await listed({ query: contains("inputs", "plain") })).toEqual([200, ["good"]]);
  expect(await listed({ sort_by: [{ field: "inputs.n" }] })).toEqual([200, ["evil", "good"]]);
  expect(await listed({ include_overview: true, columns: null })).toEqual([200, ["evil", "good"]]);
  const whole = await service.post("/call/read", { project_id, id: "evil" });
  expect(await whole.text()).toContain(`"inputs":${evil}`);
});

/** Accepted, or rejected for a stated reason: never an internal error or a failure of the database. */
function isAnswered(status: number): boolean {
  return [200, 400, 401, 404, 409, 415, 421, 422].includes(status);
}
