import { JsonNode } from "@/lib/contract/json/node";
import { JsonSyntaxError } from "@/lib/contract/json/scan";
import { JsonText, toJsonText } from "@/lib/contract/json/text";
import { type AnyValue, type Attributes, newAttributes, VALUE_DEPTH } from "./span";

/** Longest string kept among the raw attributes; what a call's inputs and output are made of is kept whole. */
export const RAW_VALUE_CHARS = 256 * 1024;
/** Levels of JSON that an attribute's own JSON may have, so that the call around it stays within the limit. */
const EMBEDDED_DEPTH = 200;
const SECRET_KEY = /(^|[._-])(authorization|cookie|set-cookie|api[_-]?key)$/i;
const UNESCAPED_DOT = ".";

/** The first of these attributes that is a string which is not empty. */
export function stringOf(attributes: Attributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The first of these attributes that is a whole number from 0 up, such as a count of tokens. */
export function countOf(attributes: Attributes, ...keys: string[]): number | undefined {
  for (const key of keys) {
    const value = attributes[key];
    const number =
      value instanceof JsonText || typeof value === "string"
        ? Number(value instanceof JsonText ? value.text : value || NaN)
        : NaN;
    if (Number.isSafeInteger(number) && number >= 0) return number;
  }
  return undefined;
}

/** The first of these attributes that is there: a structured value, or the object or array that its string holds. */
export function nodeOf(attributes: Attributes, ...keys: string[]): JsonNode | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined && value !== null && value !== "") return toNode(value);
  }
  return undefined;
}

/** A value as JSON; a string that is itself the text of a JSON object or array is that, digit for digit. */
export function toNode(value: AnyValue): JsonNode {
  return (typeof value === "string" ? embeddedNode(value) : undefined) ?? JsonNode.parse(toJsonText(value));
}

/** The object or array whose exact text a string holds; undefined when it holds anything else. */
export function embeddedNode(text: string): JsonNode | undefined {
  return /^\s*[[{]/.test(text) ? anyEmbeddedNode(text) : undefined;
}

/** Any JSON value whose exact text a string holds, for attributes that are always JSON. */
export function anyEmbeddedNode(text: string): JsonNode | undefined {
  try {
    return JsonNode.parse(text, EMBEDDED_DEPTH);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** Members of a structured result in the order given, those without a value left out; undefined when none is left. */
export function compact(members: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** The attributes whose keys start with `prefix`, without it. */
export function withPrefix(attributes: Attributes, prefix: string): Attributes {
  const found = newAttributes();
  for (const [key, value] of Object.entries(attributes))
    if (key.length > prefix.length && key.startsWith(prefix)) found[key.slice(prefix.length)] = value;
  return found;
}

type Tree = Map<string, Tree | AnyValue>;

/**
 * Turns dotted keys back into the structure they were flattened from: `0.role` and `0.content` become
 * `[{role, content}]`. Levels whose keys are all whole numbers become arrays, gaps closed.
 */
export function unflatten(attributes: Attributes): AnyValue | undefined {
  const root: Tree = new Map();
  for (const [key, value] of Object.entries(attributes)) {
    const path = key.split(UNESCAPED_DOT);
    if (path.length <= VALUE_DEPTH) place(root, path, value);
  }
  return root.size > 0 ? fromTree(root) : undefined;
}

function place(root: Tree, path: string[], value: AnyValue): void {
  let level = root;
  for (const step of path.slice(0, -1)) {
    const next = level.get(step);
    if (next instanceof Map) level = next;
    else {
      const made: Tree = new Map();
      level.set(step, made);
      level = made;
    }
  }
  const last = path.at(-1) ?? "";
  if (!(level.get(last) instanceof Map)) level.set(last, value);
}

function fromTree(tree: Tree): AnyValue {
  const entries = [...tree].map(([key, value]): [string, AnyValue] => [
    key,
    value instanceof Map ? fromTree(value) : value,
  ]);
  if (entries.every(([key]) => /^\d{1,6}$/.test(key)))
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  const attributes = newAttributes();
  for (const [key, value] of entries) attributes[key] = value;
  return attributes;
}

/** Attributes for showing as they were sent: long strings cut with a word on it, credentials hidden. */
export function shownAttributes(attributes: Attributes): Attributes | undefined {
  const shown = newAttributes();
  let any = false;
  for (const [key, value] of Object.entries(attributes)) {
    shown[key] = SECRET_KEY.test(key) ? "[hidden]" : shortened(value);
    any = true;
  }
  return any ? shown : undefined;
}

function shortened(value: AnyValue): AnyValue {
  if (typeof value === "string") return cutText(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value === "object" && value !== null && !(value instanceof JsonText))
    return shownAttributes(value) ?? value;
  return value;
}

function cutText(text: string): string {
  if (text.length <= RAW_VALUE_CHARS) return text;
  return `${text.slice(0, RAW_VALUE_CHARS).toWellFormed()}… [truncated: ${RAW_VALUE_CHARS} of ${text.length} characters]`;
}
