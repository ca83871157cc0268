import { JsonText } from "@/lib/json/text";
import { cutText } from "../cut-text";
import { type AnyValue, type Attributes, valueJson } from "./any-value";

const SECRET_KEY = /(?:^|[._-])(?:authorization|cookie|set-cookie|api[_-]?key)$/i;
const HIDDEN = '"[hidden]"';
const KNOWN_KEYS = 4096;

/** Quoted keys, with a colon: the same few hundred are used all the time. */
const quotedKeys = new Map<string, string>();

/** Attributes to be shown as they were sent, with long strings cut and credentials hidden. */
export function shownAttributes(attributes: Attributes): JsonText | undefined {
  return attributes.size > 0 ? new JsonText(shownText(attributes)) : undefined;
}

function shownText(value: AnyValue): string {
  if (typeof value === "string") return JSON.stringify(cutText(value));
  if (Array.isArray(value)) return `[${value.map(shownText).join(",")}]`;
  if (!(value instanceof Map)) return valueJson(value).text;
  let text = "";
  for (const [key, member] of value)
    text += `${text === "" ? "" : ","}${quotedKey(key)}${SECRET_KEY.test(key) ? HIDDEN : shownText(member)}`;
  return `{${text}}`;
}

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = `${JSON.stringify(key)}:`;
  if (quotedKeys.size < KNOWN_KEYS) quotedKeys.set(key, quoted);
  return quoted;
}
