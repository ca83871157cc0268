import { describe, expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const USAGE = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 };
const CALLED = 'assistant: get_weather({"city":"Paris"})';
const ANSWER = "assistant: It is 21 degrees in Paris.";

describe("LangChain.js through OpenInference", () => {
  const calls = recordedCalls("langchain", "javascript");
  const [asked, , tool, , answered, , root, , streamed, retriever, failed, failedTool] = calls;

  it("a root has the question, the whole conversation that came of it, the thread and the user", () => {
    expect(root?.call).toMatchObject({ op_name: "answer-customer", thread_id: "s-9" });
    expect(root?.call.attributes.metadata).toMatchObject({ plan: "pro", user_id: "u-9" });
    expect(root?.call.user_id).toBe("u-9");
    expect(root?.chat).toEqual({
      input: ["user: Weather in Paris?"],
      output: ["user: Weather in Paris?", CALLED, "tool: result 21 degrees in Paris", ANSWER],
    });
  });

  it("model calls have the model, the provider, the tokens, the tools and the instructions, which are parts", () => {
    expect(asked?.call).toMatchObject({
      kind: "llm",
      model: "gpt-4o-mini",
      usage: USAGE,
      inputs: { temperature: 0.5, tools: [{ function: { name: "get_weather" } }] },
      attributes: { provider: "openai" },
    });
    expect(asked?.chat).toEqual({ input: ["system: Be brief.", "user: Weather in Paris?"], output: [CALLED] });
    expect(streamed?.call.usage).toEqual(USAGE);
    expect(streamed?.chat?.output).toEqual([ANSWER]);
  });

  it("tool calls and their results have the IDs that only the serialized messages have", () => {
    const called = { id: "call_1", function: { name: "get_weather", arguments: '{"city":"Paris"}' } };
    expect(asked?.call.output.choices[0]).toMatchObject({
      message: { tool_calls: [called] },
      finish_reason: "tool_calls",
    });
    expect(answered?.call.inputs.messages).toMatchObject([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather in Paris?" },
      { role: "assistant", tool_calls: [called] },
      { role: "tool", content: "21 degrees in Paris", tool_call_id: "call_1" },
    ]);
    expect(tool?.call).toMatchObject({ kind: "tool", display_name: "get_weather" });
    expect(tool?.chat?.output).toEqual(["tool: result 21 degrees in Paris"]);
  });

  it("a retriever has its documents", () => {
    expect(retriever?.call).toMatchObject({
      kind: "retriever",
      inputs: { input: "Where do parcels leave from?" },
      output: { documents: [{ document: { content: "Parcels leave from Lyon.", metadata: { source: "faq" } } }] },
    });
  });

  it("a failed call has its error, and still its model and parameters", () => {
    expect(failed?.call.exception).toMatch(/^400 temperature must be in \[0, 2\], got 3/);
    expect(failed?.call).toMatchObject({ model: "broken", inputs: { temperature: 3 } });
    expect(failedTool?.call.exception).toMatch(/^no weather/);
  });
});
