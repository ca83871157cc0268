import { expect, it } from "vitest";
import { recordedCalls } from "@/service/ingest/otlp/test-recorded";

const [model, tool, agent, extractor, withImage, failedTool] = recordedCalls("pydantic-ai");

const given = [
  "system: You are a helper",
  "user: Weather in Paris?",
  'assistant: get_weather({"city": "Paris"})',
  'tool: result {"temp":21,"city":"Paris"}',
];

it("an agent has the conversation of its run and its answer", () => {
  expect(agent?.call).toMatchObject({ kind: "agent", display_name: "weather_agent" });
  expect(agent?.call.thread_id).toBe(model?.call.thread_id);
  expect(agent?.call.usage).toBeUndefined();
  expect(agent?.chat).toEqual({ input: given, output: ['assistant: Final Answer: {"temp":21,"city":"Paris"}'] });
});

it("an agent whose result is an object has that, and its instructions once", () => {
  expect(extractor?.call.output).toEqual({ city: "Paris", country: "country" });
  expect(extractor?.chat?.input.slice(0, 2)).toEqual(["system: Extract", "user: Paris in France"]);
});

it("a tool has its arguments and its result, also under their old names", () => {
  expect(tool?.call).toMatchObject({ kind: "tool", display_name: "get_weather", inputs: { city: "Paris" } });
  expect(tool?.call.output).toEqual({ temp: 21, city: "Paris" });
});

it("a model call has its tokens, those for reasoning too, and its cost", () => {
  expect(model?.call.usage).toEqual({
    prompt_tokens: 25,
    completion_tokens: 8,
    total_tokens: 33,
    cached_tokens: 8,
    reasoning_tokens: 2,
  });
  // 17 tokens at 0.15, 8 from the cache at 0.075 and 8 at 0.60 dollars a million: what Pydantic AI states itself.
  expect(model?.cost).toBe(0.00000795);
});

it("an image stays in its message", () => {
  expect(withImage?.chat?.input).toEqual(["user: see this | image"]);
});

it("a tool that failed has its stack trace", () => {
  expect(failedTool?.exceptions).toMatchObject([{ headline: "RuntimeError: tool exploded", isRecorded: false }]);
  expect(failedTool?.exceptions[0]?.stack).toContain("Traceback (most recent call last)");
});
