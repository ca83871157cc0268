import { anyEmbeddedNode, stringOf, toNode } from "../attributes";
import { exact } from "../chat-messages";
import type { Attributes } from "../span";
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

/** `input.value` and `output.value`: JSON where they say so or look so, text otherwise. */
export function plainPayloads(attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = valueOf(attributes, "input");
  return { inputs: inputs && asObject(inputs, "input"), output: exact(valueOf(attributes, "output")) };
}

function valueOf(attributes: Attributes, side: "input" | "output") {
  const value = attributes[`${side}.value`];
  if (value === undefined || value === null) return undefined;
  const isJson = typeof value === "string" && attributes[`${side}.mime_type`] === "application/json";
  return (isJson ? anyEmbeddedNode(value) : undefined) ?? toNode(value);
}
