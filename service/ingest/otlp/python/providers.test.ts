import { describe, expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

describe("the spans of Anthropic's SDK itself", () => {
  const [call, failed] = recordedCalls("anthropic");

  it("have tool results as their text", () => {
    expect(call?.chat).toEqual({
      input: [
        "user: weather?",
        'assistant: I will call a tool. | get_weather({"city":"Paris"})',
        "tool: result 21 degrees",
      ],
      output: ["assistant: Final Answer: 21 degrees"],
    });
  });

  it("have the tokens of the cache, the cost, and why the model stopped", () => {
    expect(call?.call.usage).toMatchObject({ prompt_tokens: 107, cached_tokens: 7, cache_write_tokens: 5 });
    // 95 tokens at 3, 7 read from the cache at 0.30, 5 written to it at 3.75, and 7 at 15 dollars a million.
    expect(call?.cost).toBeCloseTo(0.00041085, 12);
    expect(call?.call.output.choices[0].finish_reason).toBe("end_turn");
    expect(failed?.call).toMatchObject({ model: "claude-sonnet-4-20250514", exception: "invalid_request_error" });
  });
});

describe("LiteLLM", () => {
  const [chat, tool] = recordedCalls("litellm");

  it("has the user, and cached tokens from the provider's usage", () => {
    expect(chat?.call).toMatchObject({ kind: "llm", user_id: "fay" });
    expect(chat?.call.usage).toEqual({
      prompt_tokens: 19,
      completion_tokens: 4,
      total_tokens: 23,
      cached_tokens: 8,
      reasoning_tokens: 2,
    });
    // 11 tokens at 0.15, 8 from the cache at 0.075 and 4 at 0.60 dollars a million: what LiteLLM states itself.
    expect(chat?.cost).toBe(0.00000465);
  });

  it("has the tool call that only the older attributes name, and the schema of the tool", () => {
    expect(tool?.chat).toEqual({ input: ["user: Weather?"], output: ['assistant: get_weather({"city": "Paris"})'] });
    expect(tool?.call.output.choices[0].finish_reason).toBe("tool_calls");
    expect(tool?.call.inputs.tools[0].function.parameters.properties).toEqual({ city: { type: "string" } });
  });
});

describe("Langfuse", () => {
  const [generation, tool, streamed, failed, root] = recordedCalls("langfuse");

  it("has metadata without the quotes that it was sent in", () => {
    expect(root?.call.attributes.metadata).toMatchObject({ plan: "pro", environment: "staging", version: "v9" });
    expect(streamed?.call.attributes.metadata.finish_reason).toBe("stop");
    expect(root?.call).toMatchObject({ kind: "agent", thread_id: "lf-sess", user_id: "dora", output: "get_weather" });
    expect(root?.call.attributes.tags).toEqual(["x", "y"]);
  });

  it("has messages, tool calls, tokens, cost and errors", () => {
    expect(generation?.chat).toEqual({
      input: ["system: Sys", "user: Weather?"],
      output: ['assistant: get_weather({"city": "Paris"})'],
    });
    expect(generation?.call.usage).toMatchObject({ prompt_tokens: 19, completion_tokens: 8, cached_tokens: 8 });
    expect(generation?.cost).toBe(0.00000705);
    expect(tool?.call).toMatchObject({ kind: "tool", output: { temp: 21 } });
    expect(failed?.call).toMatchObject({
      model: "gpt-4o-mini",
      exception: "Error code: 400 - The model is overloaded",
    });
  });
});
