import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeJson } from "@/lib/json/text";
import { decodeJson } from "./decode-json";
import { decodeProtobuf } from "./decode-protobuf";
import type { ScopeSpans } from "./span";
import { toCallWrite } from "./span-to-call";
import { TRACE_EXPORT } from "./trace-messages";

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, "fixtures", name));

/** The calls as plain values, so that a difference names its field. */
function callsOf(groups: ScopeSpans[]): unknown {
  const calls = groups.flatMap((group) => group.spans.map((span) => toCallWrite(span, group, "local/demo")));
  return JSON.parse(writeJson(calls));
}

describe("captured exports become calls", () => {
  it.each(["ai-sdk-6", "genai", "openinference", "traceloop"])("%s, field by field", (name) => {
    const wanted: unknown = JSON.parse(fixture(`${name}.calls.json`).toString());
    expect(callsOf(decodeProtobuf(fixture(`${name}.bin`), TRACE_EXPORT, []))).toEqual(wanted);
  });

  it("langfuse-json, field by field", () => {
    const wanted: unknown = JSON.parse(fixture("langfuse-json.calls.json").toString());
    expect(callsOf(decodeJson(fixture("langfuse-json.bin").toString(), TRACE_EXPORT, []))).toEqual(wanted);
  });

  it("reads OTLP/JSON like protobuf", () => {
    const shape = (groups: ScopeSpans[]) =>
      groups.flatMap((group) =>
        group.spans.map((span) => {
          const { inputs, output, summary, usage, kind } = toCallWrite(span, group, "local/demo");
          return { inputs, output, summary, usage, kind };
        }),
      );
    const fromJson = shape(decodeJson(fixture("genai-json.bin").toString(), TRACE_EXPORT, []));
    expect(fromJson).toEqual(shape(decodeProtobuf(fixture("genai.bin"), TRACE_EXPORT, [])));
  });
});

it("takes the model that was asked from the inputs where a span that failed names none", () => {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const span = {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    name: "ChatCompletion",
    startTimeUnixNano: "1763625600000000000",
    endTimeUnixNano: "1763625601000000000",
    status: { code: 2, message: "429" },
    attributes: [
      attribute("openinference.span.kind", "LLM"),
      attribute("llm.invocation_parameters", '{"model":"gpt-4o"}'),
      attribute("llm.input_messages.0.message.role", "user"),
    ],
  };
  const groups = decodeJson(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }), TRACE_EXPORT, []);
  expect(callsOf(groups)).toMatchObject([{ kind: "llm", model: "gpt-4o", exception: "429" }]);
});
