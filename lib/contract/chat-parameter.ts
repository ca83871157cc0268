import * as z from "zod";
import { jsonObjectOrNull, jsonValue } from "@/lib/json/payload";
import { list } from "./list";

/** Topics of parameters, in the order of the form. */
export const PARAMETER_GROUPS = {
  sampling: "Sampling",
  penalties: "Penalties",
  length: "Length and stopping",
  output: "Output format and guided decoding",
  tools: "Tools",
  logprobs: "Log-probabilities",
  template: "Prompt template",
  engine: "Engine",
} as const;
export type ParameterGroup = keyof typeof PARAMETER_GROUPS;

/**
 * The input that a form uses for a value: `texts` and `integers` are lists, `json` is an object or a list of objects.
 */
export type ParameterForm = "number" | "integer" | "boolean" | "text" | "texts" | "integers" | "json";

type DefaultValue = number | boolean | string | readonly never[];

/** The properties of one parameter of a chat request, without its name. */
export type ChatParameter<Schema extends z.ZodType = z.ZodType> = {
  group: ParameterGroup;
  form: ParameterForm;
  meaning: string;
  /** What the model server does when the parameter is not sent; never written into a body. */
  default?: DefaultValue;
  /** Inclusive bounds; values outside are rejected. For `seed` they are exact text. */
  min?: number | string;
  max?: number | string;
  /** The usual range of values, if it differs from the bounds. */
  usual?: readonly [from: number, to: number];
  /** Accepts the value, and null as if it were absent. */
  schema: Schema;
};

type ParameterOptions = Pick<ChatParameter, "group" | "meaning" | "default"> & {
  min?: number;
  max?: number;
  usual?: readonly [from: number, to: number];
};

function described<Schema extends z.ZodType>(schema: Schema, { meaning, default: value }: ParameterOptions) {
  return schema.nullish().meta({ description: meaning, ...(value !== undefined && { default: value }) });
}

/** A parameter whose schema includes the meaning and default for the documentation. */
function parameter<Schema extends z.ZodType>(form: ParameterForm, schema: Schema, options: ParameterOptions) {
  return { ...options, form, schema: described(schema, options) };
}

function bounded<Schema extends z.ZodNumber>(schema: Schema, { min, max }: ParameterOptions): Schema {
  if (min === undefined) return schema;
  if (max === undefined) return schema.min(min, `must be at least ${min}`);
  const words = `must be between ${min} and ${max}`;
  return schema.min(min, words).max(max, words);
}

export const number = (options: ParameterOptions) => parameter("number", bounded(z.number(), options), options);
export const integer = (options: ParameterOptions) =>
  parameter("integer", bounded(z.int("must be a whole number"), options), options);
export const boolean = (options: ParameterOptions) => parameter("boolean", z.boolean(), options);
export const text = (options: ParameterOptions) => parameter("text", z.string(), options);
export const texts = (options: ParameterOptions) => parameter("texts", list(z.string()), options);
export const integers = (options: ParameterOptions) =>
  parameter("integers", list(z.int("must be a whole number")), options);

/** An object that is forwarded unchanged. */
export const object = (options: ParameterOptions) => ({
  ...options,
  form: "json" as const,
  schema: jsonObjectOrNull.meta({ description: options.meaning }),
});

/** A value with a custom schema. */
export const shaped = <Schema extends z.ZodType>(form: ParameterForm, schema: Schema, options: ParameterOptions) =>
  parameter(form, schema, options);

const SEED_BOUND = 9_223_372_036_854_776_000n;
const WHOLE_NUMBER = /^-?\d{1,19}$/;

/** An integer of up to 64 bits, kept as its digits, because a double would change it. */
export const exactInteger = (options: ParameterOptions) => ({
  ...options,
  form: "integer" as const,
  min: String(-SEED_BOUND),
  max: String(SEED_BOUND),
  schema: described(
    jsonValue
      .refine(({ text: digits }) => {
        if (!WHOLE_NUMBER.test(digits)) return false;
        const value = BigInt(digits);
        return value >= -SEED_BOUND && value <= SEED_BOUND;
      }, "must be a whole number of up to 64 bits")
      .meta({ type: "integer", minimum: Number(-SEED_BOUND), maximum: Number(SEED_BOUND) }),
    options,
  ),
});
