import { describe, expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const USAGE = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16, cached_tokens: 4, reasoning_tokens: 2 };

describe("Mastra's OpenTelemetry exporter", () => {
  const calls = recordedCalls("mastra", "javascript");
  const [chunk, tool, chat, step, , lastStep, generation, agent, workflowStep, workflow, failedChat, failedAgent] =
    calls;
  const failedTool = calls.at(-1);

  it("an agent has its instructions, the question, the answer, the thread, the user and the tags", () => {
    expect(agent?.call).toMatchObject({
      kind: "agent",
      display_name: "answer-customer",
      thread_id: "s-9",
      user_id: "u-9",
      attributes: { convention: "mastra", tags: ["web"], metadata: { plan: "pro" } },
    });
    expect(agent?.chat).toEqual({
      input: ["system: Be brief.", "user: Weather in Paris?"],
      output: ["assistant: It is 21 degrees in Paris."],
    });
    expect(generation?.chat).toEqual(agent?.chat);
  });

  it("steps have the messages of their model call, which has the model, the tokens and the answer", () => {
    expect(step?.call.kind).toBe("chain");
    expect(step?.chat).toEqual({
      input: ["system: Be brief.", "user: Weather in Paris?"],
      output: ['assistant: get_weather({"city":"Paris"})'],
    });
    expect(lastStep?.chat?.output).toEqual(["assistant: It is 21 degrees in Paris."]);
    expect(chat?.call).toMatchObject({
      kind: "llm",
      parent_id: step?.call.id,
      model: "gpt-4o-mini-2024-07-18",
      usage: USAGE,
      inputs: {},
      attributes: { provider: "stand-in.chat" },
    });
    expect(chat?.call).not.toHaveProperty("output");
    expect(chunk?.call).toMatchObject({ kind: "chain", parent_id: chat?.call.id });
  });

  it("tools and workflows have their input and output", () => {
    expect(tool?.call).toMatchObject({
      kind: "tool",
      display_name: "get_weather",
      parent_id: step?.call.id,
      inputs: { city: "Paris" },
      output: { city: "Paris", temp: 21 },
    });
    for (const call of [workflowStep?.call, workflow?.call])
      expect(call).toMatchObject({ kind: "chain", inputs: { name: "Ada" }, output: { text: "Hello Ada" } });
  });

  it("errors are on the agent, the model call and the tool that failed", () => {
    expect(failedAgent?.call.exception).toBe("Error: temperature must be in [0, 2], got 3");
    expect(failedChat?.call).toMatchObject({ model: "broken", exception: "The model did not finish its answer" });
    expect(failedTool?.call).toMatchObject({ kind: "tool", exception: "Error: no weather" });
  });
});
