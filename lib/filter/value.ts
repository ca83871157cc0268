import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { normalizeTimestamp } from "@/lib/contract/time";

import type { Field } from "./fields";
import type { Comparison } from "./filter";

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MINUTE = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})([Zz]|[+-]\d{2}:?\d{2})?$/;

/** A value as written, or its error. */
export type ReadValue = { value: JsonText } | { problem: string };

/** The value of a field that a word (or a quoted text) means. */
export function readValue(field: Field, comparison: Comparison, word: string, isQuoted: boolean): ReadValue {
  if (comparison === "contains") return { value: toJsonText(word) };
  switch (field.type) {
    case "text":
      return { value: !isQuoted && word === "null" ? new JsonText("null") : toJsonText(word) };
    case "choice":
      return field.choices?.includes(word)
        ? { value: toJsonText(word) }
        : { problem: `${field.name} must be one of ${field.choices?.join(", ") ?? "none"}` };
    case "number":
      return jsonOf(word)?.kind === "number"
        ? { value: new JsonText(word) }
        : { problem: `${field.name} must be a number, as in ${field.name}>100` };
    case "duration":
      return readDuration(field, word);
    case "time":
      return readTime(field, word);
    case "json":
      return { value: isQuoted ? toJsonText(word) : (jsonOf(word) ?? toJsonText(word)) };
  }
}

/** A value as written for a field, so that `readValue` reads it back; `isQuoted` when it needs quotes. */
export function writeValue(field: Field, comparison: Comparison, value: JsonText): { word: string; isQuoted: boolean } {
  const string = JsonNode.parse(value).string();
  if (string === undefined)
    return { word: field.type === "duration" ? writeDuration(value) : value.text, isQuoted: false };
  const looksOtherwise =
    comparison !== "contains" && (field.type === "json" ? jsonOf(string) !== undefined : string === "null");
  return { word: string, isQuoted: looksOtherwise || !isPlainWord(string) };
}

/** Whether a field can be compared with such a value: one that `readValue` could have returned. */
export function fits(field: Field, comparison: Comparison, value: JsonText): boolean {
  const { word, isQuoted } = writeValue(field, comparison, value);
  const read = readValue(field, comparison, word, isQuoted);
  return "value" in read && read.value.text === value.text;
}

/** Needs no quotes: none of its characters has a meaning in the filter's syntax. */
export function isPlainWord(word: string): boolean {
  return /^[^\s"(){},\p{Cc}]+$/u.test(word) && word.isWellFormed();
}

function jsonOf(word: string): JsonText | undefined {
  const node = JsonNode.read(word);
  const isPlain = node && node.kind !== "object" && node.kind !== "array" && node.kind !== "string";
  return isPlain && node.raw === word ? new JsonText(word) : undefined;
}

function readDuration({ name }: Field, word: string): ReadValue {
  const [, digits = "", unit] = DURATION.exec(word) ?? [];
  const factor = Object.entries(UNITS).find(([known]) => known === unit)?.[1];
  if (factor === undefined) return { problem: `${name} needs a number with its unit, as in 2s or 500ms` };
  return { value: new JsonText(plainNumber(Number((Number(digits) * factor).toPrecision(15)))) };
}

/** In the largest unit in which it is exact and short. */
function writeDuration({ text }: JsonText): string {
  const ms = Number(text);
  for (const [unit, factor] of Object.entries(UNITS).toReversed()) {
    const amount = plainNumber(Number((ms / factor).toPrecision(15)));
    if (ms >= factor && amount.length <= 5 && Number((Number(amount) * factor).toPrecision(15)) === ms)
      return `${amount}${unit}`;
  }
  return `${text}ms`;
}

/** Digits without an exponent. */
function plainNumber(value: number): string {
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });
}

function readTime({ name }: Field, word: string): ReadValue {
  const full = DAY.test(word) ? `${word}T00:00:00` : word.replace(MINUTE, "$1:00$2");
  const instant = normalizeTimestamp(full);
  if (instant === undefined) return { problem: `${name} needs a day or time, as in 2026-11-20 or 2026-11-20T14:00Z` };
  return { value: toJsonText(shortTime(instant)) };
}

/** Without trailing zeros. */
function shortTime(instant: string): string {
  return instant.replace(/\.?0*Z$/, "Z");
}
