import { describe, expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

describe("LangGraph through OpenInference", () => {
  const [tool, tools, model, root, failed] = recordedCalls("langgraph");

  it("a root has the message that was sent, and the whole conversation that came of it", () => {
    expect(root?.call).toMatchObject({ kind: "agent", thread_id: "lg-sess", user_id: "bob" });
    expect(root?.call.attributes.metadata).toMatchObject({ plan: "pro" });
    expect(root?.chat).toEqual({
      input: ["user: Weather in Paris?"],
      output: [
        "user: Weather in Paris?",
        'assistant: get_weather({"city": "Paris"})',
        "tool: result 21 degrees in Paris",
        "assistant: Final Answer: 21 degrees in Paris",
      ],
    });
  });

  it("tools have their call and its result", () => {
    expect(tools?.chat).toEqual({
      input: ['assistant: get_weather({"city": "Paris"})'],
      output: ["tool: result 21 degrees in Paris"],
    });
    expect(tool?.call).toMatchObject({ kind: "tool", display_name: "get_weather", inputs: { input: "Paris" } });
    expect(tool?.chat?.output).toEqual(["tool: result 21 degrees in Paris"]);
  });

  it("a model call has its messages, tokens and cost", () => {
    expect(model?.call).toMatchObject({ kind: "llm", model: "gpt-4o-mini-2024-07-18", user_id: "bob" });
    expect(model?.call.usage).toEqual({
      prompt_tokens: 93,
      completion_tokens: 9,
      total_tokens: 102,
      cached_tokens: 8,
      reasoning_tokens: 2,
    });
    // 85 tokens at 0.15, 8 from the cache at 0.075 and 9 at 0.60 dollars a million.
    expect(model?.cost).toBe(0.00001875);
    expect(model?.chat?.input).toEqual([
      "system: You are a helper",
      "user: Weather in Paris?",
      'assistant: get_weather({"city": "Paris"})',
      "tool: result 21 degrees in Paris",
    ]);
    expect(model?.chat?.output).toEqual(["assistant: Final Answer: 21 degrees in Paris"]);
  });

  it("a failure has its stack trace", () => {
    const [exception] = failed?.exceptions ?? [];
    expect(failed?.call.exception).toMatch(/^ImportError: cosine_similarity requires numpy/);
    expect(exception?.stack).toContain("Traceback (most recent call last)");
    expect(exception?.stack).toContain("in invoke");
  });
});
