import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Writer } from "protobufjs/minimal.js";
import { describe, expect, test } from "vitest";
import { OTLP_RAW_VALUE_CHARS, SPAN_RECORDS_KEPT } from "@/lib/contract/limits";
import { exportOf, SPAN_ID, TRACE_ID, type TestSpan } from "@/service/ingest/otlp/test-export";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

let count = 0;
const newProject = () => `logs/p${(count += 1)}`;

function send(to: string, project: string, body: object | string | Buffer, headers: Record<string, string> = {}) {
  return service.app().request(to, {
    method: "POST",
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      "content-type": "application/json",
      "x-project": project,
      ...headers,
    },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : typeof body === "string" ? body : JSON.stringify(body),
  });
}

type TestRecord = { name: string; body?: object; attributes?: object[]; [field: string]: unknown };

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const map = (values: object[]) => ({ kvlistValue: { values } });

function logsOf(records: TestRecord[]) {
  const logRecords = records.map(({ name, ...record }, place) => ({
    timeUnixNano: String(1795164041090000000n + BigInt(place) * 1000n),
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    eventName: name,
    ...record,
  }));
  return { resourceLogs: [{ scopeLogs: [{ scope: { name: "openai_v2" }, logRecords }] }] };
}

const userSaid = (content: string) => ({ name: "gen_ai.user.message", body: map([text("content", content)]) });

const CHAT: TestSpan = {
  attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "gen_ai.request.temperature": 0.5 },
};

/** One conversation in each form that instrumentations send it in. */
const FORMS: [string, TestRecord[]][] = [
  [
    "bodies, as up to v1.36",
    [
      { name: "gen_ai.system.message", body: map([text("content", "be brief")]) },
      { name: "gen_ai.user.message", body: map([text("content", "hi")]) },
      {
        name: "gen_ai.choice",
        body: map([
          text("finish_reason", "stop"),
          { key: "message", value: map([text("role", "assistant"), text("content", "hello")]) },
        ]),
      },
    ],
  ],
  [
    "attributes of one record, as later, its name an attribute",
    [
      {
        name: "",
        attributes: [
          text("event.name", "gen_ai.client.inference.operation.details"),
          text(
            "gen_ai.input.messages",
            JSON.stringify([
              { role: "system", parts: [{ type: "text", content: "be brief" }] },
              { role: "user", parts: [{ type: "text", content: "hi" }] },
            ]),
          ),
          text(
            "gen_ai.output.messages",
            JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: "hello" }], finish_reason: "stop" }]),
          ),
        ],
      },
    ],
  ],
];

async function readCall(project_id: string) {
  const { call } = await (await service.post("/call/read", { project_id, id: SPAN_ID })).json();
  return call;
}

/** What the call page reads of the conversation. */
async function conversation(project: string) {
  const { inputs, output } = await readCall(project);
  return { inputs, output };
}

const WHOLE = {
  inputs: {
    model: "m",
    messages: [
      { role: "system", content: "be brief" },
      { role: "user", content: "hi" },
    ],
    temperature: 0.5,
  },
  output: { choices: [{ message: { role: "assistant", content: "hello" }, finish_reason: "stop" }] },
};

describe.each(FORMS)("messages in %s, are joined to their span", (_, records) => {
  test("that came before them", async () => {
    const project = newProject();
    await send("/v1/traces", project, exportOf([CHAT]));
    const response = await send("/v1/logs", project, logsOf(records));
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(await conversation(project)).toEqual(WHOLE);
  });

  test("that comes after them, and comes again", async () => {
    const project = newProject();
    await send("/v1/logs", project, logsOf(records));
    for (let times = 0; times < 2; times += 1) {
      await send("/v1/traces", project, exportOf([CHAT]));
      expect(await conversation(project)).toEqual(WHOLE);
    }
  });

  test("one by one, each twice, gzipped", async () => {
    const project = newProject();
    const all = logsOf(records).resourceLogs[0]?.scopeLogs[0]?.logRecords ?? [];
    const sent = all.map((record) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }));
    const [first = {}, ...rest] = sent;
    const post = (body: object) =>
      send("/v1/logs", project, gzipSync(JSON.stringify(body)), { "content-encoding": "gzip" });
    await post(first);
    await send("/v1/traces", project, exportOf([CHAT]));
    for (const body of [first, ...rest, ...rest]) expect((await post(body)).status).toBe(200);
    expect(await conversation(project)).toEqual(WHOLE);
  });

  test("while both arrive at once", async () => {
    const project = newProject();
    await Promise.all([send("/v1/traces", project, exportOf([CHAT])), send("/v1/logs", project, logsOf(records))]);
    expect(await conversation(project)).toEqual(WHOLE);
  });
});

describe("recorded requests", () => {
  const fixture = (name: string) =>
    readFileSync(path.join(import.meta.dirname, "../../ingest/otlp/fixtures/python", name));
  const PROTOBUF = { "content-type": "application/x-protobuf" };

  test.each([
    ["openai-v2", ["openai-v2-logs-1.bin", "openai-v2-traces.bin", "openai-v2-logs-2.bin"]],
    ["openai-v2", ["openai-v2-traces.bin", "openai-v2-logs-2.bin", "openai-v2-logs-1.bin"]],
    ["google-adk", ["google-adk-traces.bin", "google-adk-logs.bin"]],
    ["google-adk", ["google-adk-logs.bin", "google-adk-traces.bin"]],
  ])("of %s: every model call that answered has its messages (%j)", async (_, names) => {
    const project = newProject();
    for (const name of names) {
      const to = name.includes("logs") ? "/v1/logs" : "/v1/traces";
      expect((await send(to, project, fixture(name), PROTOBUF)).status).toBe(200);
    }
    const response = await service.post("/calls/stream_query", { project_id: project });
    const calls = (await response.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const models = calls.filter(({ attributes, exception }) => attributes.kind === "llm" && !exception);
    expect(models.length).toBeGreaterThan(0);
    for (const { inputs, output } of models) {
      expect(
        inputs.messages.some(({ role, content }: { role: string; content: unknown }) => role === "user" && content),
      ).toBe(true);
      const [{ message }] = output.choices;
      expect(message.content ?? message.tool_calls).toBeTruthy();
    }
  });
});

describe("what is not kept", () => {
  const refusals = async (project_id: string) => (await service.post("/refusals/query", { project_id })).json();

  test("other log records: accepted, counted, and listed once", async () => {
    const project = newProject();
    const plain = { name: "", body: { stringValue: "started" } };
    for (let times = 0; times < 2; times += 1) {
      const response = await send("/v1/logs", project, logsOf([plain, { ...plain, severityNumber: 9 }]));
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    const { count: counted, refusals: listed } = await refusals(project);
    expect([counted, listed.map(({ reason }: { reason: string }) => reason)]).toEqual([
      4,
      [expect.stringMatching(/^Log records other than the messages of model calls were discarded/)],
    ]);
  });

  test.each(["/v1/metrics", "/otel/v1/metrics"])("metrics at %s: accepted, and listed once", async (to) => {
    const project = newProject();
    for (const [body, headers] of [
      [{ resourceMetrics: [] }, {}],
      [Buffer.from(Writer.create().uint32(10).fork().ldelim().finish()), { "content-type": "application/x-protobuf" }],
    ] as const)
      expect((await send(to, project, body, headers)).status).toBe(200);
    const { count: counted, refusals: listed } = await refusals(project);
    expect([counted, listed.length, listed[0].reason]).toEqual([
      1,
      1,
      expect.stringContaining("Metrics are not supported"),
    ]);
  });

  test("what is no export is an error, as for traces", async () => {
    expect((await send("/v1/logs", newProject(), '{"resourceLogs": 1}')).status).toBe(400);
    expect((await send("/v1/logs", newProject(), "{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await send("/v1/logs", newProject(), "{}", { authorization: "Bearer no" })).status).toBe(401);
  });

  test.each([0, 1])("a span that comes again when %d of its records are kept loses nothing of them", async (left) => {
    const project = newProject();
    const long = "x".repeat(OTLP_RAW_VALUE_CHARS + 1);
    const [, records = []] = FORMS[0] ?? [];
    await send("/v1/logs", project, logsOf([...records, userSaid(long)]));
    await send("/v1/traces", project, exportOf([CHAT]));
    const before = await readCall(project);
    expect(before.inputs.messages.map(({ content }: { content: string }) => content.slice(0, 8))).toEqual([
      "be brief",
      "hi",
      "xxxxxxxx",
    ]);
    const others = Array.from({ length: SPAN_RECORDS_KEPT - left }, (_, place) => ({
      ...userSaid("hi"),
      spanId: (place + 1).toString(16).padStart(16, "0"),
    }));
    await send("/v1/logs", project, logsOf(others));
    expect(await service.store.readSpanRecords(project, TRACE_ID, SPAN_ID)).toHaveLength(left);
    await send("/v1/traces", project, exportOf([{ ...CHAT, name: "renamed" }]));
    const { attributes, inputs, output, op_name } = await readCall(project);
    expect({ inputs, output }).toEqual({ inputs: before.inputs, output: before.output });
    expect(attributes.otel).toEqual({ ...before.attributes.otel, name: "renamed" });
    expect(op_name).toBe("renamed");
  });

  test("records beyond the number that is kept: the oldest are deleted", async () => {
    const project = newProject();
    const [record] = FORMS[0]?.[1] ?? [];
    if (!record) throw new Error("there is a record");
    const many = Array.from({ length: SPAN_RECORDS_KEPT + 1 }, (_, place) => ({
      ...record,
      spanId: (place + 1).toString(16).padStart(16, "0"),
    }));
    await send("/v1/logs", project, logsOf(many));
    const kept = async (span: string) => (await service.store.readSpanRecords(project, TRACE_ID, span)).length;
    expect([await kept("0000000000000001"), await kept("0000000000000002")]).toEqual([0, 1]);
  });
});
