import { expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const [first, tool, second, agent, failedTool] = recordedCalls("strands");
const [cycle, model] = recordedCalls("strands-latest");

const given = [
  "system: Help",
  "user: Weather in Paris?",
  'assistant: get_weather({"city": "Paris"})',
  "tool: result 21 degrees in Paris",
];

it("messages in events are read, whether their content is a list of parts or text", () => {
  expect(first?.chat?.output).toEqual(['assistant: get_weather({"city": "Paris"})']);
  expect(second?.chat?.input).toEqual(given);
  expect(agent?.chat).toEqual({
    input: ["system: Help", "user: Weather in Paris?"],
    output: ["assistant: Final Answer: 21 degrees in Paris \n"],
  });
});

it("an agent has its thread, user and tags", () => {
  expect(agent?.call).toMatchObject({ kind: "agent", thread_id: "st-sess", user_id: "hal" });
  expect(agent?.call.attributes.tags).toEqual(["x"]);
});

it("a model call has its tokens and its cost", () => {
  expect(second?.call.usage).toMatchObject({ prompt_tokens: 92, completion_tokens: 9, cached_tokens: 8 });
  // 84 tokens at 0.15, 8 from the cache at 0.075 and 9 at 0.60 dollars a million.
  expect(second?.cost).toBe(0.0000186);
});

it("a tool has what it was called with and what it returned, in events", () => {
  expect(tool?.call).toMatchObject({ kind: "tool", display_name: "get_weather", inputs: { city: "Paris" } });
  expect(tool?.call.output).toEqual([{ text: "21 degrees in Paris" }]);
  expect(failedTool?.exceptions[0]?.headline).toBe("RuntimeError: tool exploded");
  expect(failedTool?.exceptions[0]?.stack).toContain("Traceback (most recent call last)");
});

it("messages on several events of the newer conventions come after one another", () => {
  expect(cycle?.call.kind).toBe("chain");
  expect(cycle?.chat?.input).toEqual(["user: Weather in Paris?", "tool: result 21 degrees in Paris"]);
  expect(model?.chat?.input).toEqual(given);
});
