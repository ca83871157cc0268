import { expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const [chat, failed, response, tools, anthropicFailed] = recordedCalls("openinference");

it("a chat has its parameters, tokens, cost, thread, user, tags and the template of its prompt", () => {
  expect(chat?.call).toMatchObject({ kind: "llm", thread_id: "sess-oi", user_id: "ann" });
  expect(chat?.call.inputs).toMatchObject({ model: "gpt-4o-mini", max_tokens: 50, stop: ["END"], temperature: 0.3 });
  expect(chat?.call.usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 6, cached_tokens: 8 });
  // 14 tokens at 0.15, 8 from the cache at 0.075 and 6 at 0.60 dollars a million.
  expect(chat?.cost).toBe(0.0000063);
  expect(chat?.call.attributes).toMatchObject({
    tags: ["a", "b"],
    metadata: { plan: "pro" },
    prompt: { template: "Hello {x}", version: "v1", variables: { x: "there" } },
  });
});

it("a call that failed has the model that was asked for, and its stack trace", () => {
  expect(failed?.call).toMatchObject({ kind: "llm", model: "gpt-4o-mini" });
  expect(failed?.exceptions[0]).toMatchObject({
    headline: "openai.BadRequestError: Error code: 400 - The model is overloaded",
    isRecorded: false,
  });
  expect(failed?.exceptions[0]?.stack).toContain("Traceback (most recent call last)");
  expect(anthropicFailed?.call.model).toBe("claude-sonnet-4-20250514");
  expect(anthropicFailed?.exceptions[0]?.stack).toContain("anthropic.BadRequestError");
});

it("reasoning and text of one of OpenAI's responses are one choice", () => {
  expect(response?.chat).toEqual({
    input: ["system: Be kind", "user: Hi responses"],
    output: ["assistant: [reasoning] I think about it | You said: Hi responses"],
  });
});

it("Anthropic's messages have each tool call once, with its result", () => {
  expect(tools?.chat).toEqual({
    input: [
      "user: weather?",
      'assistant: I will call a tool. | get_weather({"city": "Paris"})',
      "tool: result 21 degrees",
    ],
    output: ["assistant: Final Answer: 21 degrees"],
  });
  expect(tools?.call.usage).toMatchObject({ prompt_tokens: 107, cached_tokens: 7, cache_write_tokens: 5 });
});
