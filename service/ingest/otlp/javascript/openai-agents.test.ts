import { describe, expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const USAGE = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 };
const CALLED = 'assistant: get_weather({"city":"Paris"})';
const ANSWER = "assistant: It is 21 degrees in Paris.";

describe("OpenAI Agents for TypeScript through OpenInference", () => {
  const calls = recordedCalls("openai-agents", "javascript");
  const named = (name: string) => calls.filter(({ call }) => call.op_name === name);
  const [asked, answered, failed] = named("response");
  const [chatAsked] = named("generation");

  it("a trace has the name of its workflow, the question and the answer", () => {
    const root = named("Agent workflow").find(({ call }) => !call.parent_id);
    expect(root?.call.kind).toBe("agent");
    expect(root?.chat).toEqual({ input: ["user: Weather in Paris?"], output: [ANSWER] });
    expect(named("parcel desk")).toHaveLength(2);
    expect(named("weather")[0]?.call).toMatchObject({ kind: "agent" });
  });

  it("model calls have their messages, tools, model and tokens, with both of OpenAI's APIs", () => {
    expect(asked?.call).toMatchObject({
      kind: "llm",
      model: "gpt-4o-mini-2024-07-18",
      usage: USAGE,
      inputs: { tools: [{ function: { name: "get_weather" } }] },
      attributes: { provider: "openai" },
    });
    for (const call of [asked, chatAsked])
      expect(call?.chat).toEqual({ input: ["system: Be brief.", "user: Weather in Paris?"], output: [CALLED] });
    expect(chatAsked?.call).toMatchObject({ kind: "llm", model: "gpt-4o-mini", usage: USAGE });
    expect(answered?.chat).toEqual({
      input: ["system: Be brief.", "user: Weather in Paris?", CALLED, 'tool: result {"city":"Paris","temp":21}'],
      output: [ANSWER],
    });
  });

  it("tools have their arguments and their result, and handoffs the agents", () => {
    expect(named("get_weather")[0]?.call).toMatchObject({
      kind: "tool",
      inputs: { city: "Paris" },
      output: { city: "Paris", temp: 21 },
    });
    expect(named("handoff to weather")[0]?.call).toMatchObject({
      kind: "tool",
      inputs: { from_agent: "desk" },
      output: { to_agent: "weather" },
    });
  });

  it("errors are on the model call, the agent and the tool that failed", () => {
    expect(failed?.call).toMatchObject({ kind: "llm", exception: "400 temperature must be in [0, 2], got 3" });
    expect(named("broken")[0]?.call.exception).toContain("temperature must be in [0, 2], got 3");
    expect(named("get_weather").at(-1)?.call.exception).toContain("Error running tool");
  });
});
