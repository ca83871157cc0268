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
  const write = (chars: number) => new Outline(budget * CHARS_PER_TOKEN).of(node, chars, DEEPEST);
  const fits = ({ text, isCut }: ValueText) => !isCut && cutToTokens(text, budget).length === text.length;
  const chars = largest(CHARS.least, CHARS.most, (value) => fits(write(value)));
  return { text: within(write(chars).text, budget), isCut: true };
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

/** A value with strings and lists shortened, written only as far as it may fit. */
class Outline {
  /** The characters that may still be written. */
  #left: number;

  constructor(mostChars: number) {
    this.#left = mostChars;
  }

  /** Cut if it became too long. */
  of(node: JsonNode, chars: number, depth: number): ValueText {
    const text = this.#write(node, chars, depth);
    return { text, isCut: this.#left < 0 };
  }

  #write(node: JsonNode, chars: number, depth: number): string {
    const { kind } = node;
    if (kind === "string") return this.#count(cutString(node, chars));
    if (kind !== "array" && kind !== "object")
      return this.#count(node.raw.length > 40 ? `${node.raw.slice(0, 40)}«…»` : node.raw);
    if (node.size === 0) return this.#count(kind === "array" ? "[]" : "{}");
    if (depth === 0)
      return this.#count(kind === "array" ? `[«${counted(node.size, "item")}»]` : `{«${counted(node.size, "field")}»}`);
    const most = Math.max(2, Math.floor(chars / CHARS_PER_ITEM));
    // Of messages the last ones matter most, but the first one has the instructions.
    const head = node.size <= most ? node.size : Math.ceil(most / 2);
    const tail = node.size <= most ? 0 : most - head;
    const parts: string[] = [];
    const add = ([key, value]: readonly [string, JsonNode], at: number) => {
      if (this.#left < 0) return;
      const label = kind === "object" ? `${JSON.stringify(key)}:` : head < node.size && at > 0 ? `«${at}» ` : "";
      parts.push(this.#count(label) + this.#write(value, Math.max(CHARS.least, Math.floor(chars * SHRINK)), depth - 1));
    };
    for (const [at, item] of childrenOf(node, 0, head)) add(item, at);
    const left = node.size - head - tail;
    if (left > 0) parts.push(this.#count(`«${counted(left, kind === "array" ? "item" : "field")} left out»`));
    for (const [at, item] of childrenOf(node, node.size - tail, node.size)) add(item, at);
    return kind === "array" ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
  }

  #count(text: string): string {
    this.#left -= text.length;
    return text;
  }
}

/** Some children with their places; items are reached by their position, members by going through those before. */
function* childrenOf(node: JsonNode, from: number, to: number): Generator<[number, readonly [string, JsonNode]]> {
  if (node.kind === "array") {
    for (let at = from; at < to; at += 1) {
      const item = node.item(at);
      if (item) yield [at, ["", item]];
    }
    return;
  }
  let at = -1;
  for (const member of from < to ? node.entries() : []) {
    at += 1;
    if (at >= to) return;
    if (at >= from) yield [at, member];
  }
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
