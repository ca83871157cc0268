import { describe, expect, it } from "vitest";
import { OTLP_ATTRIBUTES, OTLP_EVENTS } from "@/lib/contract/limits";
import { callOf } from "./test-call";
import type { TestSpan } from "./test-export";

const MESSAGES = 12_000;
const roleOf = (place: number) => (place % 2 === 0 ? "user" : "assistant");

function flat(prefix: string, part: string): Record<string, string> {
  const pairs = Array.from({ length: MESSAGES }, (_, place) => [
    [`${prefix}${place}.${part}role`, roleOf(place)],
    [`${prefix}${place}.${part}content`, `m${place}`],
  ]);
  return Object.fromEntries(pairs.flat());
}

const USAGE = { "gen_ai.usage.input_tokens": 50_000, "gen_ai.usage.output_tokens": 10 };
const answer = {
  name: "gen_ai.choice",
  attributes: { index: 0, message: '{"role":"assistant","content":"THE ANSWER"}' },
};

const SPANS: Record<string, TestSpan> = {
  OpenInference: {
    attributes: {
      "openinference.span.kind": "LLM",
      ...flat("llm.input_messages.", "message."),
      "llm.model_name": "gpt-4o",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.content": "THE ANSWER",
      "llm.token_count.prompt": 50_000,
      "llm.token_count.completion": 10,
      "session.id": "S",
    },
  },
  Traceloop: {
    attributes: {
      "llm.request.type": "chat",
      ...flat("gen_ai.prompt.", ""),
      "gen_ai.request.model": "gpt-4o",
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.content": "THE ANSWER",
      ...USAGE,
      "session.id": "S",
    },
  },
  "events of the GenAI conventions": {
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o", ...USAGE, "session.id": "S" },
    events: [
      ...Array.from({ length: MESSAGES }, (_, place) => ({
        name: `gen_ai.${roleOf(place)}.message`,
        attributes: { content: `m${place}` },
      })),
      answer,
    ],
  },
  "detail events of the GenAI conventions": {
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o", ...USAGE, "session.id": "S" },
    events: [
      ...Array.from({ length: MESSAGES }, (_, place) => ({
        name: "gen_ai.client.inference.operation.details",
        attributes: {
          "gen_ai.input.messages": `[{"role":"${roleOf(place)}","parts":[{"type":"text","content":"m${place}"}]}]`,
        },
      })),
      answer,
    ],
  },
};

describe("a span with more attributes or events than its call keeps", () => {
  it.each(Object.entries(SPANS))("of %s is read whole", (_name, span) => {
    const call = callOf(span);
    expect(call.inputs.messages).toHaveLength(MESSAGES);
    expect(call.output.choices[0].message.content).toBe("THE ANSWER");
    expect(call).toMatchObject({
      model: "gpt-4o",
      thread_id: "S",
      usage: { prompt_tokens: 50_000, completion_tokens: 10 },
    });
    const { attributes = {}, events = [], not_kept } = call.attributes.otel;
    const sent = Object.keys(span.attributes ?? {}).length + (span.events ?? []).length;
    expect(Object.keys(attributes).length + events.length + not_kept).toBe(sent);
  });

  it("keeps the first of them, and says how many it does not", () => {
    const attributes = Object.fromEntries(Array.from({ length: OTLP_ATTRIBUTES + 2 }, (_, n) => [`k${n}`, n]));
    const events = Array.from({ length: OTLP_EVENTS + 3 }, () => ({ name: "tick", attributes: {} }));
    const links = Array.from({ length: OTLP_EVENTS + 4 }, () => ({ traceId: "ab", spanId: "cd" }));
    const { otel } = callOf({ attributes, events, links }).attributes;
    expect([Object.keys(otel.attributes).length, otel.events.length, otel.links.length, otel.not_kept]).toEqual([
      OTLP_ATTRIBUTES,
      OTLP_EVENTS,
      OTLP_EVENTS,
      9,
    ]);
    expect(Object.keys(otel.attributes).at(-1)).toBe(`k${OTLP_ATTRIBUTES - 1}`);
  });
});
