import type { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Attributes } from "@/service/ingest/otlp/any-value";
import { idOf, nodeOf, toNodeOfJson } from "@/service/ingest/otlp/attributes";
import { exact } from "@/service/ingest/otlp/chat-parts";
import type { Dialect } from "./dialect";
import { asObject } from "./genai";

/** Any other OpenTelemetry span, with `input.value` and `output.value` where it has them. */
export const plain: Dialect = {
  name: "otel",
  detect: () => true,
  map: ({ attributes }) => ({
    thread_id: idOf(attributes, "session.id"),
    user_id: idOf(attributes, "user.id", "enduser.id"),
    inputs: plainInputs(attributes),
    output: plainOutput(attributes),
  }),
};

/** `input.value`: JSON where the type or the content indicates it, text otherwise; a value that is no object as one. */
export function plainInputs(attributes: Attributes): JsonText | undefined {
  const inputs = valueOf(attributes, "input");
  return inputs && asObject(inputs, "input");
}

/** `output.value`, read in the same way. */
export function plainOutput(attributes: Attributes): JsonText | undefined {
  return exact(valueOf(attributes, "output"));
}

function valueOf(attributes: Attributes, side: "input" | "output"): JsonNode | undefined {
  const saysJson = attributes.get(`${side}.mime_type`) === "application/json";
  return saysJson ? toNodeOfJson(attributes.get(`${side}.value`)) : nodeOf(attributes, `${side}.value`);
}
