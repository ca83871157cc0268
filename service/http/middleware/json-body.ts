import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson, parseJsonInTurns } from "@/lib/json/slice";
import { CHARS_AT_ONCE, Turns } from "@/lib/limit/turns";
import { slicePlan } from "@/lib/json/slice-plan";
import { BODY_BYTES } from "@/lib/contract/limits";
import type { ServiceContext } from "./env";
import { readText } from "./body";

const LIMITS = { packedBytes: BODY_BYTES, unpackedBytes: BODY_BYTES };
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:; *charset="?utf-?8"? *)?$/i;

/**
 * The JSON body of a request; the payload fields of `schema` are exact `JsonText`, other fields are parsed but unchecked.
 * Throws `unsupported_media_type`, `too_large`, `not_json`, and `invalid` for JSON nested too deeply.
 */
export async function readJsonBody(c: ServiceContext, schema: z.ZodType): Promise<unknown> {
  return (await readJsonText(c, schema)).value;
}

/** Like `readJsonBody`, with the text that the value was parsed from. */
export async function readJsonText(c: ServiceContext, schema: z.ZodType): Promise<{ text: string; value: unknown }> {
  requireJsonType(c);
  const text = await readText(c, LIMITS);
  try {
    return { text, value: await parsed(text, slicePlan(schema)) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new AppError(error.reason === "depth" ? "invalid" : "not_json", error.message, { cause: error });
  }
}

/** Others do not wait until all of a large body is parsed. */
async function parsed(text: string, plan: ReturnType<typeof slicePlan>): Promise<unknown> {
  if (text.length <= CHARS_AT_ONCE) return parseJson(text, plan);
  const turns = new Turns(CHARS_AT_ONCE);
  return parseJsonInTurns(text, plan, (chars) => turns.after(chars));
}

/** Throws `unsupported_media_type` for a body whose content type is not JSON. */
export function requireJsonType(c: ServiceContext): void {
  const contentType = c.req.header("content-type");
  // Weave's Python SDK sends its batches without a type.
  if (contentType !== undefined && !JSON_TYPE.test(contentType.trim()))
    throw new AppError("unsupported_media_type", "The Content-Type must be application/json in UTF-8");
}
