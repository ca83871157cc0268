import type { JsonNode } from "@/lib/json/node";
import type { Attributes } from "../any-value";
import { nodeOf, stringOf, toNodeOfJson } from "../attributes";
import { exact } from "../chat-messages";
import type { Dialect, Mapped } from "./dialect";
import { asObject } from "./genai";

/** Any other OpenTelemetry span, with `input.value` and `output.value` where it has them. */
export const plain: Dialect = {
  name: "otel",
  detect: () => true,
  map: ({ attributes }) => ({
    thread_id: stringOf(attributes, "session.id"),
    user_id: stringOf(attributes, "user.id", "enduser.id"),
    ...plainPayloads(attributes),
  }),
};

/** `input.value` and `output.value`: JSON where the type or the content indicates it, text otherwise. */
export function plainPayloads(attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = valueOf(attributes, "input");
  return { inputs: inputs && asObject(inputs, "input"), output: exact(valueOf(attributes, "output")) };
}

function valueOf(attributes: Attributes, side: "input" | "output"): JsonNode | undefined {
  const saysJson = attributes.get(`${side}.mime_type`) === "application/json";
  return saysJson ? toNodeOfJson(attributes.get(`${side}.value`)) : nodeOf(attributes, `${side}.value`);
}
