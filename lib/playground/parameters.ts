import { AppError } from "@/lib/contract/app-error";
import type { ChatParameter, ParameterForm } from "@/lib/contract/chat-parameter";
import { CHAT_PARAMETERS } from "@/lib/contract/chat-parameters";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { JsonNode } from "@/lib/json/node";
import { validate } from "@/lib/contract/validate";

/** The definition of a parameter; undefined for one that is not in the interface, which is sent unchanged. */
export function knownParameter(name: string): ChatParameter | undefined {
  const known: Readonly<Record<string, ChatParameter>> = CHAT_PARAMETERS;
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** The error shown for a value that is not valid JSON. */
const TYPE_ERRORS: Partial<Record<ParameterForm, string>> = {
  number: "must be a number",
  integer: "must be a whole number",
  boolean: "must be true or false",
};

/** The error of a parameter's JSON text; undefined when it can be sent. */
export function parameterProblem(name: string, text: string): string | undefined {
  try {
    JsonNode.parse(text);
  } catch (error) {
    const message = TYPE_ERRORS[knownParameter(name)?.form ?? "json"];
    if (message) return message;
    return error instanceof Error ? error.message : "Not valid JSON";
  }
  const schema = knownParameter(name)?.schema;
  if (!schema) return undefined;
  try {
    validate(schema, parseJson(text, slicePlan(schema)));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The field's text for a parameter's JSON text. */
export function fieldOfParameter({ form }: Pick<ChatParameter, "form">, text: string | undefined): string {
  if (text === undefined) return "";
  if (form !== "text") return text;
  try {
    const node = JsonNode.parse(text);
    return node.string() ?? node.raw;
  } catch {
    return text;
  }
}

/** The JSON text of a parameter's field as typed; undefined when it is empty, which means the default. */
export function parameterOfField({ form, schema }: Pick<ChatParameter, "form" | "schema">, field: string) {
  if (form !== "text") return field.trim() === "" ? undefined : field;
  if (field === "") return undefined;
  // Some of these may also be an object, such as `tool_choice`.
  const takesObject = field.trimStart().startsWith("{") && schema.safeParse({}).success;
  return takesObject ? field : JSON.stringify(field);
}

/** The bounds of a parameter as text: `0 to 1`, `at least 1`, `usually 0 to 2`. */
export function rangeWords({ min, max, usual }: Pick<ChatParameter, "min" | "max" | "usual">): string | undefined {
  const words = [];
  if (String(max).length > 15) words.push("any 64-bit integer");
  else if (min !== undefined && max !== undefined) words.push(`${min} to ${max}`);
  else if (min !== undefined) words.push(`at least ${min}`);
  else if (max !== undefined) words.push(`up to ${max}`);
  if (usual) words.push(`usually ${usual[0]} to ${usual[1]}`);
  return words.length > 0 ? words.join(", ") : undefined;
}
