import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { MODEL_ANSWER, MODEL_TOOL_CALL } from "./test-servers";
import { TOOL, useOtlp } from "./test-otlp";

const otlp = useOtlp();

test("what OpenInference's OpenAI instrumentation sends is what is read back", async () => {
  const instrumentation = new OpenAIInstrumentation();
  instrumentation.setTracerProvider(otlp.provider);
  instrumentation.manuallyInstrument(OpenAI);
  await otlp.runAgent();
  const { agent, asked, answered, streamed, embedded } = await otlp.agentCalls();
  expect(agent).toMatchObject({ thread_id: "s-1", turn_id: agent.id });
  expect(agent.overview.total_usage).toEqual({
    prompt_tokens: 22,
    completion_tokens: 10,
    total_tokens: 32,
    cached_tokens: 8,
  });
  for (const call of [asked, answered, streamed]) {
    expect(call).toMatchObject({
      op_name: "OpenAI Chat Completions",
      parent_id: agent.id,
      thread_id: "s-1",
      attributes: { convention: "openinference", kind: "llm", provider: "openai" },
      overview: { kind: "llm", model: "stand-in-1", status: "success" },
    });
  }
  const question = { role: "user", content: "Weather in Paris?" };
  const called = { role: "assistant", content: null, tool_calls: [MODEL_TOOL_CALL] };
  const answer = { choices: [{ message: { role: "assistant", content: MODEL_ANSWER }, finish_reason: "stop" }] };
  const usage = { requests: 1, prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };
  expect(asked.inputs).toEqual({
    model: "stand-in-1",
    temperature: 0.5,
    tools: [TOOL],
    messages: [{ role: "system", content: "be brief" }, question],
  });
  expect(asked.output).toEqual({ choices: [{ message: called, finish_reason: "tool_calls" }] });
  expect(asked.summary.usage).toEqual({
    "stand-in-1": { ...usage, prompt_tokens_details: { cached_tokens: 4 } },
  });
  const result = { role: "tool", content: "21 degrees", tool_call_id: "call_1" };
  expect(answered.inputs.messages).toEqual([question, called, result]);
  expect(answered.output).toEqual(answer);
  expect(streamed.output).toEqual(answer);
  expect(streamed.overview.usage).toBeUndefined();
  expect(streamed.inputs.messages[0].content).toEqual([
    { type: "text", text: "look" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ]);
  expect(embedded).toMatchObject({
    op_name: "OpenAI Embeddings",
    overview: { kind: "embedding", model: "stand-in-embed" },
    inputs: { input: "hello" },
  });
  expect(embedded.output.embeddings[0].embedding).toMatchObject({ vector: [0.25, -0.5, 1] });
});
