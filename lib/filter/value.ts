import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { normalizeTimestamp } from "@/lib/contract/time";

import type { Field } from "./fields";
import type { Comparison } from "./filter";
import { isPlainWord } from "./quote";
import { isAgo, isDay, PERIOD_WORDS, readPeriod } from "./period";
import { writePattern } from "./wildcard";

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
/** The word for no value. */
const NONE = "none";
const MINUTE = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})([Zz]|[+-]\d{2}:?\d{2})?$/;

/** A value as written, or its error. */
export type ReadValue = { value: JsonText } | { problem: string };

/** The value of a field that a word (or a quoted text) means. */
export function readValue(field: Field, comparison: Comparison, word: string, isQuoted: boolean): ReadValue {
  if (comparison === "contains") return { value: toJsonText(word) };
  if (comparison === "is" && !isQuoted && word === NONE) return { value: new JsonText("null") };
  switch (field.type) {
    case "text":
      return { value: !isQuoted && word === "null" ? new JsonText("null") : toJsonText(word) };
    case "choice":
      return readChoice(field, word);
    case "number":
      return jsonOf(word)?.kind === "number"
        ? { value: new JsonText(word) }
        : { problem: `${field.name} must be ${field.wanted ?? `a number, as in ${field.name}>100`}` };
    case "duration":
      return readDuration(field, word);
    case "time":
      return readTime(field, comparison, word);
    case "json":
      return { value: isQuoted ? toJsonText(word) : (jsonOf(word) ?? toJsonText(word)) };
  }
}

/** One of a field's choices, whatever its case, with hyphens or spaces for underscores. */
function readChoice({ name, choices = [] }: Field, word: string): ReadValue {
  const choice = choices.find((one) => one === sameWord(word));
  return choice === undefined
    ? { problem: `${name} must be one of ${choices.join(", ")}` }
    : { value: toJsonText(choice) };
}

/** How choices are written, such as `descendant_error` for `Descendant-error`. */
export const sameWord = (word: string): string => word.toLowerCase().replaceAll(/[\s-]/g, "_");

/**
 * A value as written for a field, so that `readValue` reads it back; `isQuoted` when it needs quotes. The pattern of
 * `like` is written with its own quotes.
 */
export function writeValue(field: Field, comparison: Comparison, value: JsonText): { word: string; isQuoted: boolean } {
  const string = JsonNode.parse(value).string();
  if (string === undefined) return { word: writeOther(field, comparison, value), isQuoted: false };
  if (comparison === "like") return { word: writePattern(string) ?? string, isQuoted: false };
  return { word: string, isQuoted: looksOtherwise(field, comparison, string) || !isPlainWord(string) };
}

function writeOther({ type }: Field, comparison: Comparison, value: JsonText): string {
  if (value.kind === "null" && comparison === "is") return NONE;
  return type === "duration" ? writeDuration(value) : value.text;
}

/** Whether a text without quotes would be another value. */
function looksOtherwise({ type }: Field, comparison: Comparison, text: string): boolean {
  if (comparison === "contains") return false;
  if (comparison === "is" && (text === NONE || text.includes("*"))) return true;
  return type === "json" ? jsonOf(text) !== undefined : text === "null";
}

/** Whether a field can be compared with such a value: one that `readValue` could have returned. */
export function fits(field: Field, comparison: Comparison, value: JsonText): boolean {
  if (comparison === "like") return writePattern(JsonNode.parse(value).string() ?? "") !== undefined;
  const { word, isQuoted } = writeValue(field, comparison, value);
  const read = readValue(field, comparison, word, isQuoted);
  return "value" in read && read.value.text === value.text;
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

/** Made once: that takes longer than to format thousands of numbers. */
const DIGITS = new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 20 });

/** Digits without an exponent. */
const plainNumber = (value: number): string => DIGITS.format(value);

/** Days and relative times stay as they are: they are instants only in a query (`toExpression`). */
function readTime({ name }: Field, comparison: Comparison, word: string): ReadValue {
  const period = readPeriod(word);
  if (period) return { value: toJsonText(period) };
  if (isDay(word)) return { value: toJsonText(word) };
  if (comparison === "is")
    return {
      problem: `${name}: takes a day, as in ${name}:2026-11-20, ${PERIOD_WORDS.join(", ")} or none; for other times, use > and <, as in ${name}>2h`,
    };
  if (isAgo(word)) return { value: toJsonText(word) };
  const instant = normalizeTimestamp(word.replace(MINUTE, "$1:00$2"));
  if (instant === undefined)
    return { problem: `${name} needs a time, as in today, 2h (two hours ago), 2026-11-20 or 2026-11-20T14:00Z` };
  return { value: toJsonText(shortTime(instant)) };
}

/** Without trailing zeros. */
function shortTime(instant: string): string {
  return instant.replace(/\.?0*Z$/, "Z");
}
