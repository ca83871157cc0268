import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { usageByModel } from "@/lib/cost/reported-usage";
import { toJsonText } from "@/lib/json/text";
import { callOf } from "./test-call";
import type { TestSpan } from "./test-export";

type Sent = NonNullable<TestSpan["attributes"]>;

const named = (prefix: string, names: Record<string, string>) => (counts: Record<string, Sent[string]>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}${names[name] ?? name}`, count]));

const genai = (counts: Record<string, Sent[string]>): Sent => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.request.model": "m",
  ...named("gen_ai.usage.", {
    input: "input_tokens",
    output: "output_tokens",
    total: "total_tokens",
    read: "cache_read.input_tokens",
    write: "cache_creation.input_tokens",
    reasoning: "reasoning.output_tokens",
  })(counts),
});

const openInference = (counts: Record<string, Sent[string]>): Sent => ({
  "openinference.span.kind": "LLM",
  "llm.model_name": "m",
  ...named("llm.token_count.", {
    input: "prompt",
    output: "completion",
    read: "prompt_details.cache_read",
    write: "prompt_details.cache_write",
    reasoning: "completion_details.reasoning",
  })(counts),
});

const traceloop = (counts: Record<string, Sent[string]>): Sent => ({ "llm.request.type": "chat", ...genai(counts) });

const mastra = (counts: Record<string, Sent[string]>): Sent => ({
  "mastra.span.type": "model_generation",
  ...genai(counts),
});

const aiSdk =
  (provider: string, metadata: object = {}) =>
  (counts: Record<string, Sent[string]>): Sent => ({
    "ai.operationId": "ai.streamText.doStream",
    "ai.model.id": "m",
    "ai.model.provider": provider,
    "ai.response.providerMetadata": JSON.stringify(metadata),
    ...named("ai.usage.", {
      input: "inputTokens",
      output: "outputTokens",
      total: "totalTokens",
      read: "cachedInputTokens",
      reasoning: "reasoningTokens",
    })(counts),
  });

/** Of the convention of spans: input, output, read from and written to the cache, reasoning. */
const usageOf = (attributes: Sent, scope?: string) => {
  const { prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, reasoning_tokens } =
    callOf({ attributes }, scope).usage ?? {};
  return [prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, reasoning_tokens];
};

const CONVENTIONS = { genai, openInference, traceloop, mastra };

describe.each(Object.entries(CONVENTIONS))("in %s", (_name, of) => {
  test.each<[string, Sent, (number | undefined)[]]>([
    ["parts are inside", { input: 2000, output: 50, read: 1500, reasoning: 20 }, [2000, 50, 1500, undefined, 20]],
    [
      "cached tokens are beside the input if the total says so",
      { input: 3, output: 442, total: 8712, read: 7917, write: 350 },
      [8270, 442, 7917, 350],
    ],
    ["cached tokens are beside an input that is less", { input: 19, output: 30, read: 39000 }, [39019, 30, 39000]],
    [
      "cached tokens are inside if the total says so",
      { input: 130213, output: 50, total: 130263, read: 128955, write: 1253 },
      [130213, 50, 128955, 1253],
    ],
    [
      "reasoning is beside the output if the total says so",
      { input: 3783, output: 205, total: 4145, reasoning: 157 },
      [3783, 362, undefined, undefined, 157],
    ],
    [
      "reasoning is beside an output that is less",
      { input: 100, output: 20, reasoning: 400 },
      [100, 420, undefined, undefined, 400],
    ],
    ["what the total has in addition is output", { input: 100, output: 20, total: 520 }, [100, 420]],
    ["counts may be text", { input: "2000", output: "50", read: "1500" }, [2000, 50, 1500]],
    ["embeddings have input alone", { input: 7 }, [7]],
  ])("%s", (_what, counts, expected) => {
    expect(usageOf(of(counts))).toEqual(Array.from({ length: 5 }, (_, place) => expected[place]));
  });
});

describe("the AI SDK", () => {
  test.each<[string, Sent, (number | undefined)[]]>([
    [
      "5 with Anthropic has the cache beside the input, and a total without it",
      aiSdk("anthropic.messages")({ input: 5000, output: 442, total: 5442, read: 4000 }),
      [9000, 442, 4000],
    ],
    [
      "5 with Anthropic has what is written in the metadata",
      aiSdk("anthropic.messages", { anthropic: { cacheCreationInputTokens: 350 } })({ input: 3, output: 4, read: 10 }),
      [363, 4, 10, 350],
    ],
    [
      "5 with Bedrock has the cache beside the input",
      aiSdk("amazon-bedrock", { bedrock: { usage: { cacheWriteInputTokens: 20 } } })({
        input: 100,
        output: 4,
        total: 104,
        read: 10,
      }),
      [130, 4, 10, 20],
    ],
    [
      "5 with OpenAI has the cache inside",
      aiSdk("openai.responses")({ input: 5000, output: 442, total: 5442, read: 4000, reasoning: 40 }),
      [5000, 442, 4000, undefined, 40],
    ],
    [
      "5 with Gemini has reasoning beside the output",
      aiSdk("google.generative-ai")({ input: 10, output: 20, total: 430, reasoning: 400 }),
      [10, 420, undefined, undefined, 400],
    ],
    [
      "4 with Gemini has reasoning in the metadata alone",
      {
        ...aiSdk("google.generative-ai", { google: { usageMetadata: { thoughtsTokenCount: 5 } } })({}),
        "ai.usage.promptTokens": 10,
        "ai.usage.completionTokens": 20,
      },
      [10, 25, undefined, undefined, 5],
    ],
    [
      "4 with OpenAI has cached tokens in the metadata",
      aiSdk("openai.chat", { openai: { cachedPromptTokens: 1536 } })({ input: 2000, output: 50 }),
      [2000, 50, 1536],
    ],
    [
      "4 with Anthropic has the cache in the metadata",
      aiSdk("anthropic.messages", { anthropic: { cacheCreationInputTokens: 350, cacheReadInputTokens: 7917 } })({
        input: 3,
        output: 442,
      }),
      [8270, 442, 7917, 350],
    ],
    [
      "6 has everything inside",
      {
        ...aiSdk("anthropic.messages")({ input: 9000, output: 442, read: 4000, reasoning: 40 }),
        "ai.usage.inputTokenDetails.cacheReadTokens": 4000,
        "ai.usage.inputTokenDetails.cacheWriteTokens": 100,
      },
      [9000, 442, 4000, 100, 40],
    ],
    ["embeds", { ...aiSdk("openai.embedding")({}), "ai.usage.tokens": 7 }, [7]],
  ])("%s", (_what, attributes, expected) => {
    expect(usageOf(attributes, "ai")).toEqual(Array.from({ length: 5 }, (_, place) => expected[place]));
  });
});

test("OpenLLMetry's Bedrock has the cache beside the input, and a total without it", () => {
  const counts = genai({ input: 5000, output: 40, total: 5040, read: 1000, write: 10 });
  expect(usageOf(counts, "opentelemetry.instrumentation.bedrock")).toEqual([6010, 40, 1000, 10, undefined]);
});

test.each([
  "gen_ai.usage.cache_read_tokens",
  "gen_ai.usage.input_cached_tokens",
  "gen_ai.usage.cache_read_input_tokens",
  "gen_ai.usage.input_tokens.cached",
  "gen_ai.usage.details.cache_read_tokens",
])("%s is read", (name) => {
  expect(usageOf({ ...genai({ input: 2000, output: 50 }), [name]: 1500 })).toEqual([
    2000,
    50,
    1500,
    undefined,
    undefined,
  ]);
});

test("Langfuse's details may be an attribute each", () => {
  const details = { input: 5000, output: 100, cache_read_input_tokens: 4000 };
  expect(
    usageOf({
      "langfuse.observation.type": "generation",
      ...named("langfuse.observation.usage_details.", {})(details),
    }),
  ).toEqual([9000, 100, 4000, undefined, undefined]);
});

test.each<[string, Sent, string | undefined]>([
  ["of the response", { "gen_ai.openai.response.service_tier": "flex" }, "flex"],
  ["of the request", { "gen_ai.openai.request.service_tier": "priority" }, "priority"],
  [
    "of the response, if the request had another",
    { "gen_ai.openai.request.service_tier": "flex", "gen_ai.openai.response.service_tier": "default" },
    undefined,
  ],
  ["of the recorded response", { "output.value": '{"service_tier": "batch"}' }, "batch"],
  ["that is unknown", { "gen_ai.openai.response.service_tier": "scale" }, undefined],
])("the service tier %s", (_what, attributes, tier) => {
  expect(callOf({ attributes: { ...genai({ input: 1 }), ...attributes } }).usage.service_tier).toBe(tier);
});

test("the summary of a span is read as its usage, in any order of its attributes", () => {
  const count = fc.option(fc.nat({ max: 10_000 }), { nil: undefined });
  const counts = fc.record({ input: count, output: count, total: count, read: count, write: count, reasoning: count });
  const convention = fc.constantFrom(...Object.values(CONVENTIONS));
  fc.assert(
    fc.property(counts, convention, fc.boolean(), (sent, of, isText) => {
      const known = Object.entries(sent).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, isText ? String(value) : value] as const],
      );
      const call = callOf({ attributes: of(Object.fromEntries(known)) });
      const reversed = Object.fromEntries(Object.entries(of(Object.fromEntries(known))).toReversed());
      expect(callOf({ attributes: reversed }).usage).toEqual(call.usage);
      expect(usageByModel(toJsonText(call.summary ?? {})).get("m")).toEqual(call.usage);
    }),
  );
});
