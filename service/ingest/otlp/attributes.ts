import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { JsonText } from "@/lib/json/text";
import { type AnyValue, type Attributes, valueJson } from "./any-value";

/** Levels that an attribute's own JSON may have, so that the call around it stays within the limit on all JSON. */
const EMBEDDED_DEPTH = 200;

/** The first of these attributes that is a string which is not empty. */
export function stringOf(attributes: Attributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The first of these attributes that is an id: a string that is not empty, or a number, as ids often are. */
export function idOf(attributes: Attributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === "string" && value !== "") return value;
    // A whole number that is sent as a double.
    if (value instanceof JsonText && value.kind === "number") return value.text.replace(/\.0+$/, "");
  }
  return undefined;
}

/** The first of these attributes that is present: a structured value, or the object or array in its string. */
export function nodeOf(attributes: Attributes, ...keys: string[]): JsonNode | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value !== null && value !== "") return toNode(value);
  }
  return undefined;
}

/** A value as JSON; a string that is itself the text of a JSON object or array is that, digit for digit. */
export function toNode(value: AnyValue): JsonNode {
  const embedded = typeof value === "string" && /^\s*[[{]/.test(value) ? embeddedNode(value) : undefined;
  return embedded ?? JsonNode.parse(valueJson(value));
}

/** A value as JSON where its string should be JSON of any kind; other text stays a string. */
export function toNodeOfJson(value: AnyValue | undefined): JsonNode | undefined {
  if (value === undefined || value === null) return undefined;
  return (typeof value === "string" ? embeddedNode(value) : undefined) ?? toNode(value);
}

function embeddedNode(text: string): JsonNode | undefined {
  try {
    return JsonNode.parse(text, EMBEDDED_DEPTH);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The attributes whose keys start with `prefix`, without it. */
export function withPrefix(attributes: Attributes, prefix: string): Attributes {
  const found: Attributes = new Map();
  for (const [key, value] of attributes)
    if (key.length > prefix.length && key.startsWith(prefix)) found.set(key.slice(prefix.length), value);
  return found;
}

/** The attributes except some, as JSON; undefined when none is left. */
export function without(attributes: Attributes, ...keys: string[]): JsonText | undefined {
  const rest = new Map(attributes);
  for (const key of keys) rest.delete(key);
  return rest.size > 0 ? valueJson(rest) : undefined;
}

/** The attributes as members of a larger JSON value. */
export function members(attributes: Attributes): Record<string, JsonText> {
  return Object.fromEntries([...attributes].map(([key, value]) => [key, valueJson(value)]));
}

/** Members that have a value; undefined when none has. */
export function compact(members: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.values(members).some((value) => value !== undefined) ? members : undefined;
}
