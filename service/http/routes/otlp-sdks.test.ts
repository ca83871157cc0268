import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { SpanStatusCode } from "@opentelemetry/api";
import { generateText, stepCountIs, tool } from "ai";
import { expect, test } from "vitest";
import * as z from "zod";
import type { CallRow } from "@/lib/contract/calls";
import { useOtlp } from "./test-otlp";
import { MODEL_TOOL_CALL } from "./test-servers";

const otlp = useOtlp();

const traceOf = (traceId: string): Promise<CallRow[]> => otlp.list({ filter: { trace_ids: [traceId] } });

// Spans may start in the same millisecond, so they are identified by their content.
const messageCount = (call: CallRow) => Object(call.inputs).messages?.length ?? 0;

test("what an OpenTelemetry program sends by protobuf is what is read back", async () => {
  const tracer = otlp.tracer("program", "1.2.3");
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
  const call = await otlp.read(spanId);
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
  const client = createOpenAICompatible({ name: "stand-in", baseURL: otlp.modelUrl });
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
      tracer: otlp.tracer("ai"),
    },
  });
  const [root] = await otlp.list({ filter: { thread_ids: ["s-9"], trace_roots_only: true } });
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
  const filter = { thread_ids: ["s-9"], trace_roots_only: true };
  const [{ overview }] = await otlp.list({ filter, include_overview: true });
  expect(overview.usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 10 });
  expect(overview.total_usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 10, cached_tokens: 8 });
});
