import { Validator } from "@cfworker/json-schema";
import * as z from "zod";
import { SCHEMA_CHARS, SCHEMA_VALUE_CHARS } from "@/lib/contract/limits";
import type { ScorerDefinition } from "@/lib/contract/scorers";
import { parseDecimal } from "@/lib/cost/decimal";
import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import type { JsonText } from "@/lib/json/text";

/** The definition of a scorer that needs no model. */
export type RuleDefinition = Exclude<ScorerDefinition, { type: "judge" }>;

/** What a model answered, and what it should have answered. */
export interface ScoredAnswer {
  output: string;
  /** Undefined if the row has no expected answer. */
  expected: string | undefined;
  latencyMs: number;
  /** In USD; undefined if the model has no price. */
  costUsd: number | undefined;
}

/** A score, or why there is none. */
export type ScoreValue = { score: boolean | number; reasoning?: string } | { problem: string };

/**
 * Returns what `run` returns, or a problem if that takes too long. Patterns and schemas are written by users, and a short
 * pattern can take longer than anybody waits.
 */
export type WithinTime = (run: () => ScoreValue) => ScoreValue;

const NO_EXPECTED: ScoreValue = { problem: "The row has no expected answer" };

/** The score of an answer by any rule, which is what every scorer is but a judge. */
export function scoreOutput(definition: RuleDefinition, answer: ScoredAnswer, withinTime: WithinTime): ScoreValue {
  switch (definition.type) {
    case "exact": {
      if (answer.expected === undefined) return NO_EXPECTED;
      const fold = foldOf(definition.ignore_case);
      return { score: fold(answer.output) === fold(answer.expected) };
    }
    case "contains": {
      const text = definition.text ?? answer.expected;
      if (text === undefined) return NO_EXPECTED;
      const fold = foldOf(definition.ignore_case);
      return { score: fold(answer.output).includes(fold(text)) };
    }
    case "regex":
      return withinTime(() => matches(definition.pattern, definition.ignore_case ? "iu" : "u", answer.output));
    case "json_schema":
      return (
        tooLong(definition.schema, answer.output) ?? withinTime(() => followsSchema(definition.schema, answer.output))
      );
    case "number":
      return difference(definition.tolerance, answer);
    case "latency":
      return { score: atMost(answer.latencyMs, definition.most_ms) };
    case "cost": {
      if (answer.costUsd === undefined) return { problem: "The answer has no cost: the model has no price" };
      return { score: atMost(answer.costUsd, definition.most_usd) };
    }
  }
}

const foldOf = (ignoresCase: boolean | null | undefined) => (text: string) =>
  ignoresCase ? text.trim().toLowerCase() : text.trim();

const atMost = (value: number, most: number | null | undefined): number | boolean =>
  most === undefined || most === null ? value : value <= most;

function matches(pattern: string, flags: string, output: string): ScoreValue {
  try {
    return { score: new RegExp(pattern, flags).test(output) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message };
    throw error;
  }
}

/** What is not applied: reading it is not interrupted. */
function tooLong(schema: JsonText, output: string): ScoreValue | undefined {
  if (schema.text.length > SCHEMA_CHARS) return { problem: `The schema is longer than ${SCHEMA_CHARS} characters` };
  if (output.length <= SCHEMA_VALUE_CHARS) return undefined;
  return {
    problem: `The output is longer than ${SCHEMA_VALUE_CHARS} characters, the most that a schema is applied to`,
  };
}

const jsonSchema = z.record(z.string(), z.unknown());

/** A schema is prepared once for the answers to all rows. */
const validators = new WeakMap<JsonText, Validator>();

function validatorOf(schema: JsonText): Validator {
  const known = validators.get(schema) ?? new Validator(jsonSchema.parse(JsonNode.parse(schema).toValue()), "2020-12");
  validators.set(schema, known);
  return known;
}

function followsSchema(schema: JsonText, output: string): ScoreValue {
  let value: unknown;
  try {
    value = JsonNode.parse(output).toValue();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error.reason === "depth" ? { problem: error.message } : { score: false, reasoning: error.message };
  }
  try {
    const { valid, errors } = validatorOf(schema).validate(value);
    const cause = errors.at(-1);
    return valid || !cause
      ? { score: valid }
      : { score: false, reasoning: `${cause.instanceLocation}: ${cause.error}` };
  } catch (error) {
    // References that lead nowhere or in circles, and patterns that are not valid.
    if (!(error instanceof Error)) throw error;
    const [why = ""] = error.message.split("\n", 1);
    return { problem: `The schema cannot be applied: ${why}` };
  }
}

function difference(tolerance: number | null | undefined, answer: ScoredAnswer): ScoreValue {
  if (answer.expected === undefined) return NO_EXPECTED;
  const output = parseDecimal(answer.output.trim());
  if (!output) return { problem: "The output is not a number" };
  const expected = parseDecimal(answer.expected.trim());
  if (!expected) return { problem: "The expected answer is not a number" };
  const distance = output.minus(expected).abs();
  if (tolerance !== undefined && tolerance !== null) return { score: distance.lte(tolerance) };
  const score = distance.toNumber();
  return Number.isFinite(score) ? { score } : { problem: "The difference is too large" };
}
