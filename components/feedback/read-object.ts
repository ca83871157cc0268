import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { JsonText } from "@/lib/json/text";

/** The offset in a syntax error, which is replaced by line and column. */
const OFFSET = /^Not valid JSON at character \d+: /;
const KINDS = { array: "an array", string: "a string", number: "a number", boolean: "true or false", null: "null" };

/** A JSON object as typed: its exact text, or its error with the position. */
export function readObject(typed: string): { json: JsonText } | { error: string } {
  const text = typed.trim();
  if (text === "") return { error: 'Enter a JSON object, such as {"score": 0.9}' };
  try {
    const { kind, raw } = JsonNode.parse(text);
    return kind === "object" ? { json: new JsonText(raw) } : { error: `Must be a JSON object, not ${KINDS[kind]}` };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const before = typed.slice(0, typed.indexOf(text) + error.offset).split("\n");
    return {
      error: `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${error.message.replace(OFFSET, "")}`,
    };
  }
}
