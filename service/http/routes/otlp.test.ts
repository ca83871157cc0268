import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Reader } from "protobufjs/minimal.js";
import { describe, expect, test } from "vitest";
import { toHeaderText } from "@/lib/contract/header-text";
import { JsonNode } from "@/lib/json/node";
import { OTLP_ATTRIBUTES, OTLP_PACKED_BYTES, OTLP_SPANS, OTLP_UNPACKED_BYTES } from "@/lib/contract/limits";
import { exportOf, SPAN_ID, TRACE_ID } from "@/service/ingest/otlp/test-export";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

const FIXTURES = path.join(import.meta.dirname, "../../ingest/otlp/fixtures");
const fixture = (name: string) => readFileSync(path.join(FIXTURES, name));
const PROTOBUF = { "content-type": "application/x-protobuf" };
const JSON_TYPE = { "content-type": "application/json" };
const GZIP = { "content-encoding": "gzip" };

function send(body: Buffer | string, headers: Record<string, string>, to = "/v1/traces") {
  const authorization = `Bearer ${ADMIN_KEY}`;
  return service.app().request(to, {
    method: "POST",
    headers: { authorization, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
}

const sendJson = (body: string | Buffer, headers: Record<string, string> = {}) =>
  send(body, { ...JSON_TYPE, ...headers });

async function readCall(project_id: string, id = SPAN_ID): Promise<JsonNode | undefined> {
  const response = await service.post("/call/read", { project_id, id });
  return JsonNode.parse(await response.text()).get("call");
}

async function countCalls(project_id: string): Promise<number> {
  return (await (await service.post("/calls/query_stats", { project_id })).json()).count;
}

/** Fields of a google.rpc.Status or a partial success: an integer in field 1, a text in field 2. */
function readPair(reader: Reader): [number, string] {
  const pair: [number, string] = [0, ""];
  while (reader.pos < reader.len) {
    if (reader.uint32() >>> 3 === 1) pair[0] = reader.uint32();
    else pair[1] = reader.string();
  }
  return pair;
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test("a span that has the ID of one in another trace, in the same export or another, is refused by name", async () => {
  const other = TRACE_ID.replaceAll("5", "6");
  const spanId = "00000000000000c1";
  const headers = { "x-project": "acme/same-ids" };
  const sent = exportOf([
    { spanId, name: "first" },
    { spanId, name: "second", traceId: other },
  ]);
  const refused = {
    rejectedSpans: "1",
    errorMessage: "Rejected spans: a call with this ID is already in another trace (1).",
  };
  expect((await (await sendJson(sent, headers)).json()).partialSuccess).toEqual(refused);
  const again = exportOf([{ spanId, name: "second", traceId: other }]);
  expect((await (await sendJson(again, headers)).json()).partialSuccess).toEqual(refused);
  expect((await readCall("acme/same-ids", spanId))?.get("op_name")?.string()).toBe("first");
  const { refusals } = await (await service.post("/refusals/query", { project_id: "acme/same-ids" })).json();
  expect(refusals.map(({ call_id }: { call_id: string }) => call_id)).toContain(spanId);
});

test("a malformed value or span leaves the rest of its export", async () => {
  const headers = { "x-project": "acme/malformed" };
  const spans = ["00000000000000d1", "00000000000000d2"].map((spanId) => ({ spanId, attributes: { kept: "?" } }));
  const wrongTime = { spanId: "00000000000000d3", startTimeUnixNano: "soon" };
  const body = exportOf([...spans, wrongTime]).replace('{"stringValue":"?"}', '{"intValue":"many"}');
  expect((await (await sendJson(body, headers)).json()).partialSuccess).toEqual({
    rejectedSpans: "1",
    errorMessage: "Rejected spans: startTimeUnixNano must be a whole number, found soon (1).",
  });
  expect(await countCalls("acme/malformed")).toBe(2);
  const attributes = (await readCall("acme/malformed", "00000000000000d1"))?.at(["attributes", "otel", "attributes"]);
  expect(attributes?.raw).toBe('{"kept":"many"}');
});

const groupOf = (spanId: string) => JSON.parse(exportOf([{ spanId }])).resourceSpans[0];
const [wellFormed, other] = [groupOf("00000000000000d1"), groupOf("00000000000000d2")];
const { spans } = other.scopeSpans[0];

test.each([
  ["resource", { ...other, resource: "text" }, 2, undefined],
  ["attribute of a resource", { ...other, resource: { attributes: [{ key: 5 }] } }, 2, undefined],
  ["scope", { scopeSpans: [{ scope: ["?"], spans }] }, 2, undefined],
  ["name of a scope", { scopeSpans: [{ scope: { name: 7 }, spans }] }, 2, undefined],
  ["list of spans", { scopeSpans: [{ spans: "none" }] }, 1, "spans must be an array, found string"],
  ["list of scopes", { scopeSpans: {} }, 1, "scopeSpans must be an array, found object"],
  ["group of spans", 5, 1, "resourceSpans must be an object, found number"],
])("a %s of a wrong type leaves the rest of its export", async (what, wrong, stored, problem) => {
  const project = `acme/wrong-${what.replaceAll(" ", "-")}`;
  const body = JSON.stringify({ resourceSpans: [wrong, wellFormed] });
  const { partialSuccess } = await (await sendJson(body, { "x-project": project })).json();
  expect(await countCalls(project)).toBe(stored);
  expect(partialSuccess?.errorMessage).toEqual(problem && `Rejected spans: ${problem} (1).`);
});

test("the texts of a malformed resource are kept, such as its project", async () => {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const attributes = [{ key: 5 }, text("wandb.entity", "acme"), text("wandb.project", "kept")];
  await sendJson(JSON.stringify({ resourceSpans: [{ ...other, resource: { attributes } }] }));
  expect(await countCalls("acme/kept")).toBe(1);
});

test("bytes that are no UTF-8 leave the rest of their export", async () => {
  const headers = { "x-project": "acme/bytes" };
  const spans = ["00000000000000d1", "00000000000000d2"].map((spanId) => ({
    spanId,
    attributes: { kept: "cut?here" },
  }));
  const body = Buffer.from(exportOf(spans));
  // The first byte of a character of two.
  body[body.indexOf("?here")] = 0xc3;
  expect((await sendJson(body, headers)).status).toBe(200);
  expect(await countCalls("acme/bytes")).toBe(2);
  const attributes = (await readCall("acme/bytes", "00000000000000d1"))?.at(["attributes", "otel", "attributes"]);
  expect(attributes?.raw).toBe('{"kept":"cut\uFFFDhere"}');
});

test("what the calls of an export do not keep is said in its answer, in JSON and protobuf", async () => {
  const attributes = Object.fromEntries(Array.from({ length: OTLP_ATTRIBUTES + 7 }, (_, n) => [`k${n}`, "v"]));
  const { partialSuccess } = await (await sendJson(exportOf([{ attributes }]))).json();
  expect(partialSuccess).toEqual({
    rejectedSpans: "0",
    errorMessage: expect.stringContaining("7 attributes, events and links of 1 span"),
  });
  expect((await readCall("local/default"))?.at(["attributes", "otel", "not_kept"])?.raw).toBe("7");
});

describe("an export that is accepted as a whole", () => {
  test.each([
    ["protobuf", fixture("genai.bin"), PROTOBUF, "/v1/traces"],
    ["protobuf, gzip", gzipSync(fixture("genai.bin")), { ...PROTOBUF, ...GZIP }, "/v1/traces"],
    ["protobuf at the prefixed path", fixture("genai.bin"), PROTOBUF, "/otel/v1/traces"],
    ["no bytes at all", Buffer.alloc(0), PROTOBUF, "/v1/traces"],
  ])("%s: no bytes back", async (_, body, headers, to) => {
    const response = await send(body, headers, to);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-protobuf"]);
    expect(await bytesOf(response)).toHaveLength(0);
  });

  test.each([
    ["JSON", fixture("genai-json.bin"), JSON_TYPE],
    [
      "JSON, gzip, with a charset",
      gzipSync(fixture("genai-json.bin")),
      { "content-type": "application/json; charset=utf-8", ...GZIP },
    ],
    ["an empty object", Buffer.from("{}"), JSON_TYPE],
    [
      "what Langfuse's SDK sends, where it sends it",
      fixture("langfuse-json.bin"),
      JSON_TYPE,
      "/api/public/otel/v1/traces",
    ],
  ])("%s: an empty object back", async (_, body, headers, to = "/v1/traces") => {
    const response = await send(body, headers, to);
    expect([response.status, await response.json()]).toEqual([200, {}]);
  });

  test("reads back as the calls that the spans are", async () => {
    await send(fixture("ai-sdk-6.bin"), { ...PROTOBUF, "x-project": "capture" });
    const wanted: Record<string, unknown>[] = JSON.parse(fixture("ai-sdk-6.calls.json").toString());
    expect(await countCalls("local/capture")).toBe(wanted.length);
    for (const { rank: _rank, kind: _kind, model: _model, usage: _usage, ...others } of wanted) {
      const { user_id: _user, response_id: _response, ...call } = others;
      const stored = await readCall("local/capture", String(call.id));
      // Values derived on reading are tested elsewhere.
      const summary = { ...Object(call.summary), weave: expect.objectContaining({ trace_name: expect.any(String) }) };
      expect(stored?.toValue()).toEqual({ ...call, summary, project_id: "local/capture", ext_user_id: "admin" });
    }
  });

  test("sent again, changes nothing; a child may arrive before its parent", async () => {
    const child = { spanId: "00000000000000c1", parentSpanId: "00000000000000b1", name: "child" };
    for (let round = 0; round < 2; round += 1) {
      await sendJson(exportOf([child]), { "x-project": "twice" });
      await sendJson(exportOf([{ spanId: "00000000000000b1", name: "parent" }]), { "x-project": "twice" });
    }
    expect(await countCalls("local/twice")).toBe(2);
    expect((await readCall("local/twice", child.spanId))?.get("parent_id")?.string()).toBe(child.parentSpanId);
  });

  test("a span without an end is a running call until the end arrives", async () => {
    await sendJson(exportOf([{ endTimeUnixNano: "0" }]), { "x-project": "running" });
    expect((await readCall("local/running"))?.get("ended_at")).toBeUndefined();
    await sendJson(exportOf([{}]), { "x-project": "running" });
    expect((await readCall("local/running"))?.get("ended_at")?.string()).toBe("2026-11-20T08:40:41.121730Z");
  });
});

test("the thread and the user of one span apply to its trace, in whatever order its spans arrive", async () => {
  const root = { spanId: "00000000000000a1", name: "root" };
  const said = {
    spanId: "00000000000000a2",
    parentSpanId: root.spanId,
    attributes: { "session.id": "s-1", "user.id": "u-1" },
  };
  const late = { spanId: "00000000000000a3", parentSpanId: root.spanId };
  for (const span of [said, late, root]) await sendJson(exportOf([span]), { "x-project": "shared" });
  const query = {
    project_id: "local/shared",
    filter: { thread_ids: ["s-1"] },
    sort_by: [{ field: "id" }],
    columns: ["turn_id"],
    include_overview: true,
  };
  const lines = (await (await service.post("/calls/stream_query", query)).text()).trim().split("\n");
  const calls = lines.map((line) => JSON.parse(line));
  expect(calls.map(({ id, turn_id, overview }) => [id, turn_id, overview.user_id])).toEqual([
    [root.spanId, root.spanId, "u-1"],
    [said.spanId, undefined, "u-1"],
    [late.spanId, undefined, "u-1"],
  ]);
});

describe("the project", () => {
  test.each([
    ["of the header", { "wandb.project": "from-resource" }, { "x-project": "acme/from-header" }, "acme/from-header"],
    ["of a header in another script", {}, { "x-project": toHeaderText("équipe/評価") }, "équipe/評価"],
    ["of Phoenix's header", {}, { "x-project-name": "from-phoenix" }, "local/from-phoenix"],
    ["of Weave's header", {}, { project_id: "acme/from-weave" }, "acme/from-weave"],
    ["of W&B's resource attributes", { "wandb.entity": "acme", "wandb.project": "demo" }, {}, "acme/demo"],
    ["of OpenInference's", { "openinference.project.name": "demo-oi" }, {}, "local/demo-oi"],
    ["that is the key's own", { "service.name": "x" }, {}, "local/default"],
  ])("%s", async (_, resource, headers, project) => {
    await sendJson(exportOf([{ spanId: "00000000000000d1" }], resource), { ...headers });
    expect((await readCall(project, "00000000000000d1"))?.get("project_id")?.string()).toBe(project);
  });
});

describe("spans that are rejected, one by one", () => {
  test("the others are stored, the response has the number of rejected spans and the reasons, the project stores them", async () => {
    const spans = [
      {},
      { spanId: "0000000000000000" },
      { traceId: "abcd" },
      { spanId: "00000000000000e1", startTimeUnixNano: "0", endTimeUnixNano: "0" },
    ];
    const response = await sendJson(exportOf(spans), { "x-project": "partly" });
    const { partialSuccess } = await response.json();
    expect(partialSuccess.rejectedSpans).toBe("3");
    expect(partialSuccess.errorMessage).toBe(
      "Rejected spans: span_id must be 8 bytes that are not all zero (1); trace_id must be 16 bytes that are not all zero (1); the span has no start time (1).",
    );
    expect(await countCalls("local/partly")).toBe(1);
    const { count, refusals } = await (await service.post("/refusals/query", { project_id: "local/partly" })).json();
    expect(count).toBe(3);
    expect(refusals.map(({ source }: { source: string }) => source)).toEqual(["otlp", "otlp", "otlp"]);
  });

  test("if no span has valid ids, the response reports that", async () => {
    const { partialSuccess } = await (await sendJson(exportOf([{ traceId: "", spanId: "" }]))).json();
    expect(partialSuccess.errorMessage).toContain("If these are log records, send them to /v1/logs.");
  });

  test("the same id under another trace", async () => {
    await sendJson(exportOf([{}]), { "x-project": "conflict" });
    const response = await sendJson(exportOf([{ traceId: TRACE_ID.replace("5", "6") }]), { "x-project": "conflict" });
    expect((await response.json()).partialSuccess).toEqual({
      rejectedSpans: "1",
      errorMessage: "Rejected spans: a call with this ID is already in another trace (1).",
    });
  });

  test("a project name that cannot be one", async () => {
    const { partialSuccess } = await (await sendJson(exportOf([{}]), { "x-project": "a/b/c" })).json();
    expect(partialSuccess.errorMessage).toBe(
      "Rejected spans: the project name must have the form <entity>/<project> (1).",
    );
  });

  test("in protobuf", async () => {
    const body = Buffer.from([0x0a, 0x04, 0x12, 0x02, 0x12, 0x00]);
    const response = await send(body, PROTOBUF);
    const reader = Reader.create(await bytesOf(response));
    expect([response.status, reader.uint32()]).toEqual([200, 10]);
    const [rejected, message] = readPair(Reader.create(reader.bytes()));
    expect([rejected, message]).toEqual([1, expect.stringContaining("trace_id must be 16 bytes")]);
  });
});

describe("requests that are refused", () => {
  const many = exportOf(Array.from({ length: OTLP_SPANS + 1 }, () => ({})));
  test.each([
    ["no protobuf", Buffer.from("hello"), PROTOBUF, 400, "not an OTLP trace export"],
    ["cut protobuf", fixture("genai.bin").subarray(0, 1000), PROTOBUF, 400, "not an OTLP trace export"],
    ["no JSON", "{", JSON_TYPE, 400, "Not valid JSON"],
    ["JSON of another shape", '{"resourceSpans":{}}', JSON_TYPE, 400, "resourceSpans must be an array, found object"],
    ["a list", "[]", JSON_TYPE, 400, "the export must be an object, found array"],
    ["another type", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415, "Content-Type"],
    ["no type", "{}", {}, 415, "Content-Type"],
    ["another encoding", "{}", { ...JSON_TYPE, "content-encoding": "br" }, 415, "gzip"],
    ["gzip that is none", "{}", { ...JSON_TYPE, ...GZIP }, 400, "gzip"],
    ["too large as sent", Buffer.alloc(OTLP_PACKED_BYTES + 1), PROTOBUF, 413, "20 MiB"],
    ["too large unpacked", gzipSync(Buffer.alloc(OTLP_UNPACKED_BYTES + 1)), { ...PROTOBUF, ...GZIP }, 413, "64 MiB"],
    ["too many spans", gzipSync(many), { ...JSON_TYPE, ...GZIP }, 413, `${OTLP_SPANS} spans`],
    ["no key", "{}", { ...JSON_TYPE, authorization: "" }, 401, "key"],
  ])("%s", async (_, body, headers: Record<string, string>, status, message) => {
    const response = await send(body, headers);
    expect(response.status).toBe(status);
    const isJson = headers["content-type"] === "application/json";
    const said = isJson ? (await response.json()).message : readPair(Reader.create(await bytesOf(response)))[1];
    expect(said).toContain(message);
  });
});

describe("payloads are unchanged", () => {
  const EXACT = '{ "n": 12345678901234567890, "f": 1.0, "e": 1e200000, "s": "\\u0000\\ud800é" }';

  test("numbers and strings in an input, an output and an attribute", async () => {
    const attributes = { "input.value": EXACT, "output.value": EXACT, mine: { deep: [1, 0.5] } };
    await sendJson(exportOf([{ attributes }]).replace("0.5", "1.0"), { "x-project": "exact" });
    const call = await readCall("local/exact");
    expect(call?.get("inputs")?.raw).toBe(EXACT);
    expect(call?.get("output")?.raw).toBe(EXACT);
    expect(call?.at(["attributes", "otel", "attributes", "mine"])?.raw).toBe('{"deep":[1,1.0]}');
  });

  test("arguments of a tool call stay, digit for digit, inside their string", async () => {
    const messages = `[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"f","arguments":${EXACT}}]}]`;
    await sendJson(exportOf([{ attributes: { "gen_ai.output.messages": messages } }]), { "x-project": "arguments" });
    const call = await readCall("local/arguments");
    const function_ = call?.at(["output", "choices", 0, "message", "tool_calls", 0, "function"]);
    expect(function_?.get("arguments")?.string()).toBe(EXACT);
  });

  test("a message of 5 MB, whole", async () => {
    const content = "long ".repeat(1_000_000);
    const messages = JSON.stringify([{ role: "user", parts: [{ type: "text", content }] }]);
    const body = gzipSync(exportOf([{ attributes: { "gen_ai.input.messages": messages } }]));
    await send(body, { ...JSON_TYPE, ...GZIP, "x-project": "long" });
    const call = await readCall("local/long");
    expect(call?.at(["inputs", "messages", 0, "content"])?.string()).toBe(content);
    const raw = call?.at(["attributes", "otel", "attributes", "gen_ai.input.messages"])?.string();
    expect(raw?.slice(-60)).toMatch(/\[truncated: 262144 of \d+ characters\]$/);
  });

  test("hostile names and keys", async () => {
    const attributes = {
      ["__proto__"]: "x",
      constructor: "y",
      "gen_ai.prompt.0.__proto__.polluted": "z",
      "a.b": "\u0000",
    };
    const span = { name: "na\u0000me \ud800", attributes: { ...attributes, "session.id": "中".repeat(2000) } };
    expect(await (await sendJson(exportOf([span]), { "x-project": "hostile" })).json()).toEqual({});
    const call = await readCall("local/hostile");
    expect(call?.get("op_name")?.string()).toBe("na\ufffdme \ufffd");
    expect(call?.get("thread_id")?.string()).toBe("中".repeat(341));
    const shown = call?.at(["attributes", "otel", "attributes"]);
    expect([...(shown?.entries() ?? [])].map(([key]) => key)).toEqual([...Object.keys(attributes), "session.id"]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("credentials among the attributes are hidden", async () => {
    const secrets = {
      "ai.request.headers.authorization": "Bearer sk-planted",
      "http.request.header.x-api-key": "sk-planted",
    };
    await sendJson(exportOf([{ attributes: secrets }]), { "x-project": "hidden" });
    expect((await readCall("local/hidden"))?.raw).not.toContain("sk-planted");
  });
});
