import * as z from "zod";
import * as core from "zod/v4/core";
import { checkedShape } from "./checked-by";
import { JSON_DEPTH } from "./depth";
import { JsonText, TooDeepJson } from "./text";

const isValue = (input: unknown) => input instanceof JsonText && !(input instanceof TooDeepJson);
const isObject = (input: unknown) => input instanceof JsonText && isValue(input) && input.kind === "object";
const TOO_DEEP = `is nested deeper than ${JSON_DEPTH} levels`;
const nullToAbsent = (json: JsonText | null) => json ?? undefined;

/** A payload field that accepts any JSON value; JSON `null` is a value like any other. */
export const jsonValue: z.ZodType<JsonText, JsonText> = z.custom<JsonText>(isValue, {
  error: ({ input }) => {
    if (input === undefined) return "a JSON value is required";
    return input instanceof TooDeepJson ? TOO_DEEP : "expected JSON text";
  },
});

/** A payload field that accepts a JSON object. */
export const jsonObject: z.ZodType<JsonText, JsonText> = z.custom<JsonText>(isObject, {
  error: ({ input }) => {
    if (input === undefined) return "a JSON object is required";
    if (input instanceof TooDeepJson) return TOO_DEEP;
    return `expected a JSON object, found ${input instanceof JsonText ? KIND_NAMES[input.kind] : "a value that is not JSON text"}`;
  },
});

/** An optional payload field that accepts a JSON object; JSON `null` counts as absent. */
export const jsonObjectOrNull = jsonObject.nullable().transform(nullToAbsent).optional();

const KIND_NAMES = {
  object: "an object",
  array: "an array",
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  null: "null",
};

/** Whether a schema is one of the payload schemas above, also after `.describe()`, `.meta()` or `.refine()`. */
export function isPayload(schema: core.$ZodType): boolean {
  return schema instanceof core.$ZodCustom && (schema._zod.def.fn === isValue || schema._zod.def.fn === isObject);
}

/**
 * The JSON Schema of payload schemas; pass it as `unrepresentable` to `z.toJSONSchema`. Other types without a JSON
 * Schema still throw.
 */
export function payloadJsonSchema({ zodSchema }: { zodSchema: core.$ZodType }): core.JSONSchema.BaseSchema | "throw" {
  if (zodSchema instanceof core.$ZodTransform) {
    return zodSchema._zod.def.transform === nullToAbsent ? { type: "object" } : "throw";
  }
  const shape = checkedShape(zodSchema);
  if (shape) return shape.jsonSchema;
  if (!isPayload(zodSchema)) return "throw";
  return zodSchema instanceof core.$ZodCustom && zodSchema._zod.def.fn === isObject ? { type: "object" } : {};
}
