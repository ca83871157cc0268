import { JsonText, writeKey } from "@/lib/json/text";
import { cutText } from "@/service/ingest/cut-text";
import { type AnyValue, type Attributes, valueJson } from "./any-value";

const SECRET_KEY = /(?:^|[._-])(?:authorization|cookie|set-cookie|api[_-]?key)$/i;
const HIDDEN = '"[hidden]"';
const KNOWN_KEYS = 4096;

/** Whether keys name a credential: the same few hundred keys are used all the time. */
const secretKeys = new Map<string, boolean>();

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
    text += `${text === "" ? "" : ","}${writeKey(key)}${isSecret(key) ? HIDDEN : shownText(member)}`;
  return `{${text}}`;
}

function isSecret(key: string): boolean {
  const known = secretKeys.get(key);
  if (known !== undefined) return known;
  const secret = SECRET_KEY.test(key);
  if (secretKeys.size < KNOWN_KEYS) secretKeys.set(key, secret);
  return secret;
}
