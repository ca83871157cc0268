import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { generateText, stepCountIs, tool } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { CallRow } from "@/lib/contract/calls";
import { listen, type Listening, MODEL_TOOL_CALL, standInModel } from "./test-servers";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();

let api: Listening;
let models: Listening;
let provider: NodeTracerProvider;

beforeAll(async () => {
  models = await standInModel();
  const app = service.app({ allowedHosts: ["127.0.0.1"] });
  api = await listen((request) => app.fetch(request));
  const exporter = new OTLPTraceExporter({
    url: `${api.url}/v1/traces`,
    headers: { authorization: `Basic ${Buffer.from(`any:${ADMIN_KEY}`).toString("base64")}`, "x-project": "sdk" },
  });
  provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "weather", "host.name": "a-machine" }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
});

afterAll(async () => {
  await provider.shutdown();
  for (const global of [trace, context, propagation]) global.disable();
  await Promise.all([api.close(), models.close()]);
});

async function traceOf(traceId: string): Promise<CallRow[]> {
  await provider.forceFlush();
  const query = { project_id: "local/sdk", filter: { trace_ids: [traceId] } };
  const lines = await (await service.post("/calls/stream_query", query)).text();
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

async function readCall(id: string) {
  return (await (await service.post("/call/read", { project_id: "local/sdk", id })).json()).call;
}

// Spans may start in the same millisecond, so their own content tells them apart.
const messageCount = (call: CallRow) => Object(call.inputs).messages?.length ?? 0;

test("what an OpenTelemetry program sends by protobuf is what is read back", async () => {
  const tracer = provider.getTracer("program", "1.2.3");
  const messages = '[{"role":"user","parts":[{"type":"text","content":"Weather in Paris? 12345678901234567890 1.0"}]}]';
  const started = new Date("2026-11-20T08:00:00.001Z");
  const span = tracer.startSpan("chat stand-in-1", { startTime: started });
  span.setAttributes({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "stand-in-1",
    "gen_ai.input.messages": messages,
    "gen_ai.usage.input_tokens": 120,
    "gen_ai.usage.output_tokens": 18,
  });
  span.recordException(new TypeError("no weather"));
  span.setStatus({ code: SpanStatusCode.ERROR, message: "no weather" });
  span.end(new Date("2026-11-20T08:00:00.251Z"));

  const { traceId, spanId } = span.spanContext();
  expect(await traceOf(traceId)).toHaveLength(1);
  const call = await readCall(spanId);
  expect(call).toMatchObject({
    id: spanId,
    trace_id: traceId,
    op_name: "chat stand-in-1",
    started_at: "2026-11-20T08:00:00.001000Z",
    ended_at: "2026-11-20T08:00:00.251000Z",
    exception: "TypeError: no weather",
    ext_user_id: "admin",
    inputs: {
      model: "stand-in-1",
      messages: [{ role: "user", content: "Weather in Paris? 12345678901234567890 1.0" }],
    },
    summary: { usage: { "stand-in-1": { requests: 1, prompt_tokens: 120, completion_tokens: 18, total_tokens: 138 } } },
  });
  expect(call.attributes.otel).toMatchObject({
    scope: "program",
    scope_version: "1.2.3",
    attributes: { "gen_ai.input.messages": messages },
  });
  expect(call.attributes.otel.resource).toHaveProperty(["service.name"], "weather");
  expect(call.attributes.otel.resource).not.toHaveProperty(["host.name"]);
});

test("what the AI SDK sends of a conversation with a tool is what is read back", async () => {
  const client = createOpenAICompatible({ name: "stand-in", baseURL: `${models.url}/v1` });
  await generateText({
    model: client("stand-in-1"),
    system: "be brief",
    prompt: "Weather in Paris?",
    stopWhen: stepCountIs(3),
    tools: {
      get_weather: tool({
        description: "the weather of a city",
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => ({ city, temp: 21 }),
      }),
    },
    experimental_telemetry: {
      isEnabled: true,
      functionId: "weather-agent",
      metadata: { userId: "u-9", sessionId: "s-9", tags: ["a"] },
      tracer: provider.getTracer("ai"),
    },
  });
  await provider.forceFlush();
  const query = { project_id: "local/sdk", filter: { thread_ids: ["s-9"], trace_roots_only: true } };
  const root: CallRow = JSON.parse(await (await service.post("/calls/stream_query", query)).text());
  expect(root).toMatchObject({ display_name: "weather-agent", thread_id: "s-9", turn_id: root.id });

  const calls = await traceOf(root.trace_id ?? "");
  const children = calls.filter(({ parent_id }) => parent_id === root.id);
  const [called, ...others] = children.toSorted((a, b) => messageCount(a) - messageCount(b));
  const [asked, answered] = others;
  const names = [called, asked, answered].map((child) => child?.op_name);
  expect(calls).toHaveLength(4);
  expect(names).toEqual(["ai.toolCall", "ai.generateText.doGenerate", "ai.generateText.doGenerate"]);
  const messages = [
    { role: "system", content: "be brief" },
    { role: "user", content: [{ type: "text", text: "Weather in Paris?" }] },
  ];
  const answer = { message: { role: "assistant", content: "It is 21 degrees in Paris." }, finish_reason: "stop" };
  expect(asked).toMatchObject({
    inputs: { model: "stand-in-1", messages },
    output: {
      choices: [
        { message: { role: "assistant", content: null, tool_calls: [MODEL_TOOL_CALL] }, finish_reason: "tool_calls" },
      ],
    },
    summary: { usage: { "stand-in-1": { requests: 1, prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 } } },
  });
  expect(called).toMatchObject({ inputs: { city: "Paris" }, output: { city: "Paris", temp: 21 } });
  expect(answered).toMatchObject({
    inputs: {
      messages: [
        ...messages,
        { role: "assistant", tool_calls: [MODEL_TOOL_CALL] },
        { role: "tool", content: '{"city":"Paris","temp":21}', tool_call_id: "call_1" },
      ],
    },
    output: { choices: [answer] },
  });
  expect(root.output).toEqual({ choices: [answer] });
});

test("the whole trace's tokens are counted once, though the outer call repeats its children's", async () => {
  const query = { project_id: "local/sdk", filter: { thread_ids: ["s-9"], trace_roots_only: true } };
  const text = await (await service.post("/calls/stream_query", { ...query, include_overview: true })).text();
  const { overview } = JSON.parse(text);
  expect(overview.usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 10 });
  expect(overview.total_usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 10, cached_tokens: 8 });
});
