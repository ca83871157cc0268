import { readFile } from "node:fs/promises";
import * as z from "zod";
import { type ExperimentDefinition, experimentDefinition } from "@/lib/contract/experiments";
import { fieldErrors } from "@/lib/contract/field-errors";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { JsonNode } from "@/lib/json/node";
import { jsonObject, jsonValue } from "@/lib/json/payload";
import { usageError } from "../exit-status";

const numbers = z.record(z.string(), z.number());

/** An experiment in a file: the names of the options, with their values. */
const runFile = z.strictObject({
  name: z.string().optional(),
  prompt: z.string().optional(),
  messages: jsonValue.optional(),
  model: z.string().optional(),
  parameters: jsonObject.optional(),
  table: z.string().optional(),
  variables: z.record(z.string(), z.string()).optional(),
  expected: z.string().nullable().optional(),
  scorers: z.array(z.string()).optional(),
  sample: z.int().optional(),
  repetitions: z.int().optional(),
  parallel: z.int().optional(),
  budget_usd: z.number().optional(),
  fail_under: numbers.optional(),
  fail_over: numbers.optional(),
  max_failures: z.int().min(0).optional(),
  max_loss: numbers.optional(),
});
export type RunFile = z.output<typeof runFile>;

/** A file with names, or with a definition as `/experiments/read` returns it. */
export type ReadRunFile = { file: RunFile } | { definition: ExperimentDefinition };

/** Reads an experiment from a file. Throws a usage error that names the field that is wrong. */
export async function readRunFile(path: string): Promise<ReadRunFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${path} cannot be read (${error.code ?? error.message}).`);
  });
  const isDefinition = JsonNode.read(text)?.get("table_digest") !== undefined;
  return isDefinition
    ? { definition: parsed(path, text, experimentDefinition) }
    : { file: parsed(path, text, runFile) };
}

function parsed<Schema extends z.ZodType>(path: string, text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = parseJson(text, slicePlan(schema));
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw usageError(`${path}: ${error.message.replace(/\.$/, "")}.`);
    throw error;
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const errors = fieldErrors(read.error).map((one) => `${one.path} ${one.message}`.trim());
  throw usageError(`${path}: ${errors.join("; ")}.`);
}
