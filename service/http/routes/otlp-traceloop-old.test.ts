import { OpenAIInstrumentation } from "traceloop-openai-old";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { MODEL_ANSWER, MODEL_TOOL_CALL } from "./test-servers";
import { TOOL, useOtlp } from "./test-otlp";

const otlp = useOtlp();

test("what Traceloop's older OpenAI instrumentation sends is what is read back", async () => {
  const instrumentation = new OpenAIInstrumentation();
  instrumentation.setTracerProvider(otlp.provider);
  instrumentation.manuallyInstrument(OpenAI);
  await otlp.runAgent();
  const { agent, asked, answered, streamed } = await otlp.agentCalls();
  expect(agent.overview.total_usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 10, total_tokens: 32 });
  for (const call of [asked, answered, streamed]) {
    expect(call).toMatchObject({
      op_name: "openai.chat",
      parent_id: agent.id,
      thread_id: "s-1",
      attributes: { convention: "traceloop", kind: "llm", provider: "OpenAI" },
      overview: { kind: "llm", model: "stand-in-1", status: "success" },
    });
  }
  const question = { role: "user", content: "Weather in Paris?" };
  // It sends no ids of tool calls, an empty text if there is none, and no tool calls of its input.
  const { id: _id, ...toolCall } = MODEL_TOOL_CALL;
  const called = { role: "assistant", content: "", tool_calls: [toolCall] };
  const answer = { choices: [{ message: { role: "assistant", content: MODEL_ANSWER }, finish_reason: "stop" }] };
  expect(asked.inputs).toEqual({
    model: "stand-in-1",
    temperature: 0.5,
    tools: [TOOL],
    messages: [{ role: "system", content: "be brief" }, question],
  });
  expect(asked.output).toEqual({ choices: [{ message: called, finish_reason: "tool_calls" }] });
  expect(asked.summary.usage).toEqual({
    "stand-in-1": { requests: 1, prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  });
  const result = { role: "tool", content: "21 degrees" };
  expect(answered.inputs.messages).toEqual([question, { role: "assistant", content: null }, result]);
  expect(answered.output).toEqual(answer);
  expect(streamed.output).toEqual(answer);
  expect(streamed.overview.usage).toBeUndefined();
  expect(streamed.inputs.messages[0].content).toEqual([
    { type: "text", text: "look" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ]);
});
