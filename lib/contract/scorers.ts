import * as z from "zod";
import { jsonObject } from "@/lib/json/payload";
import { JUDGE_MESSAGES, SCORER_TEXT_CHARS } from "./limits";
import { list } from "./list";
import { name } from "./primitives";

const shortText = z.string().max(SCORER_TEXT_CHARS, `must have at most ${SCORER_TEXT_CHARS} characters`);
const ignoresCase = z.boolean().nullish();
const positive = z.number().positive("must be above 0").nullish();

/** A message of a judge, with `{{variables}}`. That of an example is sent as it is written, with nothing filled in. */
const judgeMessage = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: shortText,
  is_example: z.boolean().nullish(),
});

/**
 * What a scorer computes from the output for a row, as the stored object of class `Scorer` has it.
 *
 * - `exact`: whether the output is the expected answer; `contains`: whether it contains `text`, or else the expected
 *   answer. Spaces around both texts are ignored.
 * - `regex`: whether a JavaScript regular expression (flag `u`) matches anywhere in the output.
 * - `json_schema`: whether the output is JSON that a schema accepts.
 * - `number`: the absolute difference of the numbers that the output and the expected answer are; with `tolerance`,
 *   whether it is at most that.
 * - `latency`: milliseconds of the model's answer; with `most_ms`, whether it is at most that.
 * - `cost`: USD of the model's answer; with `most_usd`, whether it is at most that.
 * - `judge`: what a model says of the output. Its messages may name `{{output}}`, `{{expected}}`, and the columns of the
 *   row. It is asked for JSON with `reasoning` and then `score`: true or false, or a number from `lowest` to `highest`.
 */
export const scorerDefinition = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("exact"), ignore_case: ignoresCase }),
  z.strictObject({ type: z.literal("contains"), text: shortText.nullish(), ignore_case: ignoresCase }),
  z.strictObject({
    type: z.literal("regex"),
    pattern: shortText.min(1, "must not be empty"),
    ignore_case: ignoresCase,
  }),
  z.strictObject({ type: z.literal("json_schema"), schema: jsonObject }),
  z.strictObject({ type: z.literal("number"), tolerance: z.number().min(0, "must not be negative").nullish() }),
  z.strictObject({ type: z.literal("latency"), most_ms: positive }),
  z.strictObject({ type: z.literal("cost"), most_usd: positive }),
  z.strictObject({
    type: z.literal("judge"),
    model: name,
    messages: list(judgeMessage)
      .min(1, "must have at least one item")
      .max(JUDGE_MESSAGES, `must have at most ${JUDGE_MESSAGES} items`),
    score: z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("boolean") }),
      z
        .strictObject({ type: z.literal("number"), lowest: z.number(), highest: z.number() })
        .refine(({ lowest, highest }) => lowest < highest, { path: ["highest"], message: "must be above lowest" }),
    ]),
    temperature: z.number().min(0, "must not be negative").nullish(),
  }),
]);
export type ScorerDefinition = z.infer<typeof scorerDefinition>;
export type ScorerType = ScorerDefinition["type"];
