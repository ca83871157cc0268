import { counted, formatCount } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import { largest } from "./largest";
import { cutToTokens, estimateTokens } from "./tokens";

/** A part of a value as text. */
export interface ValueText {
  text: string;
  /** Of a string that does not fit: the character at which the rest begins. */
  next?: number;
  /** Whether something inside is shortened or left out. */
  isCut: boolean;
}

/** Strings up to this length and this many items are always written; the most that are written of each. */
const CHARS = { least: 16, most: 20_000 };
/** Lists and objects have at most one item per this many characters of the longest strings, and at least two. */
const CHARS_PER_ITEM = 12;
const DEEPEST = 12;
/** Raw JSON of more characters per token of the budget is never short enough; no character class takes less. */
const CHARS_PER_TOKEN = 60;

/**
 * A JSON value within a budget of tokens (`estimateTokens`). A string is its text, from the character `from` on. Other
 * values are as they were sent if that fits; else long strings are cut and the middle of long lists and objects is left
 * out, each with a note in guillemets of how much.
 */
export function valueText(node: JsonNode, budget: number, from = 0): ValueText {
  const string = node.string();
  if (string !== undefined) return stringText(string, budget, from);
  const { raw } = node;
  if (raw.length <= budget * CHARS_PER_TOKEN && estimateTokens(raw) <= budget) return { text: raw, isCut: false };
  const write = (chars: number) => outline(node, chars, DEEPEST);
  const chars = largest(CHARS.least, CHARS.most, (value) => estimateTokens(write(value)) <= budget);
  return { text: within(write(chars), budget), isCut: true };
}

/** A text from a character on, as much of it as fits. */
export function stringText(text: string, budget: number, from = 0): ValueText {
  const start = isInsidePair(text, from) ? from + 1 : from;
  const rest = start === 0 ? text : text.slice(start);
  // Not the whole text, which may be many megabytes.
  const shown = cutToTokens(rest.slice(0, budget * CHARS_PER_TOKEN), budget);
  const next = start + shown.length;
  return { text: shown, isCut: start > 0 || next < text.length, ...(next < text.length && shown !== "" && { next }) };
}

/** What a budget leaves of a text that was already shortened as far as possible. */
function within(text: string, budget: number): string {
  const cut = cutToTokens(text, budget);
  return cut.length === text.length ? text : `${cutToTokens(cut, budget - 4)}«cut»`;
}

function outline(node: JsonNode, chars: number, depth: number): string {
  const { kind } = node;
  if (kind === "string") return cutString(node, chars);
  if (kind !== "array" && kind !== "object") return node.raw.length > 40 ? `${node.raw.slice(0, 40)}«…»` : node.raw;
  if (node.size === 0) return kind === "array" ? "[]" : "{}";
  if (depth === 0) return kind === "array" ? `[«${counted(node.size, "item")}»]` : `{«${counted(node.size, "field")}»}`;
  const most = Math.max(2, Math.floor(chars / CHARS_PER_ITEM));
  const items = kind === "array" ? [...node.items()].map((item) => ["", item] as const) : [...node.entries()];
  // Of messages the last ones matter most, but the first one has the instructions.
  const head = items.length <= most ? items.length : Math.ceil(most / 2);
  const tail = items.length <= most ? 0 : most - head;
  const write = ([key, value]: readonly [string, JsonNode], at: number) => {
    const label = kind === "object" ? `${JSON.stringify(key)}:` : head < items.length && at > 0 ? `«${at}» ` : "";
    return label + outline(value, Math.max(CHARS.least, Math.floor(chars * SHRINK)), depth - 1);
  };
  const parts = items.slice(0, head).map((item, at) => write(item, at));
  const left = items.length - head - tail;
  if (left > 0) parts.push(`«${counted(left, kind === "array" ? "item" : "field")} left out»`);
  if (tail > 0) parts.push(...items.slice(-tail).map((item, at) => write(item, items.length - tail + at)));
  return kind === "array" ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
}

/** Values further inside are shorter. */
const SHRINK = 0.85;

function cutString(node: JsonNode, chars: number): string {
  const { raw } = node;
  if (raw.length <= chars + 2) return raw;
  const text = node.string() ?? "";
  if (text.length <= chars) return JSON.stringify(text);
  const cut = text.slice(0, chars).toWellFormed();
  return `${JSON.stringify(cut)}«${formatCount(text.length - cut.length)} more characters»`;
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && /[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]/.test(text[at - 1] ?? "");
}
