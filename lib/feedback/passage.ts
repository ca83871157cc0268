import type { Passage } from "@/lib/contract/comments";
import { QUOTE_CHARS } from "@/lib/contract/limits";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** Characters before and after a passage that tell it from the same words elsewhere. */
const CONTEXT_CHARS = 40;
/** Characters of a payload that are searched for a passage that was marked; it is quoted without a position beyond. */
const SEARCHED_CHARS = 300_000;
/** Occurrences of a quote that are compared. */
const MOST_FOUND = 1_000;
/**
 * What may stand between two words of a quote: rendered Markdown lacks the characters of its source, and its line
 * breaks differ.
 */
const BETWEEN = String.raw`[\s*_~\x60#>|\-]+`;

/** A range of a text, in UTF-16 code units: `start` inclusive, `end` exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** The text around a passage. */
interface Context {
  before: string;
  after: string;
}

/** A passage marked in a text that is shown: its quote, and the text around it; undefined if it is too long or empty. */
export function markedIn(text: string, { start, end }: TextRange): ({ quote: string } & Context) | undefined {
  const marked = text.slice(start, end);
  const from = start + (marked.length - marked.trimStart().length);
  const quote = marked.trim().toWellFormed();
  if (quote === "" || quote.length > QUOTE_CHARS) return undefined;
  return { quote, ...contextOf(text, { start: from, end: from + quote.length }) };
}

/**
 * The passage of a payload that was marked where it is shown: the string with the quote whose surroundings are most
 * similar, and its range there. Without a position if no string among the first characters has it.
 */
export function placePassage(
  of: Passage["of"],
  payload: JsonText,
  { quote, ...context }: { quote: string } & Context,
): Passage {
  let best: { score: number; path: (string | number)[]; range: TextRange } | undefined;
  for (const { path, text } of stringsIn(JsonNode.parse(payload), SEARCHED_CHARS)) {
    const found = bestRange(text, quote, context);
    if (found && (!best || found.score > best.score)) best = { ...found, path };
  }
  return best ? { of, quote, path: best.path, ...best.range } : { of, quote };
}

/** Where a passage is in the text that is shown; undefined if it is not part of it. */
export function findPassage(shown: string, payload: JsonText | undefined, passage: Passage): TextRange | undefined {
  return bestRange(shown, passage.quote, payload && sourceContext(payload, passage))?.range;
}

/** The text around a passage in its string; undefined without one, or if something else is there by now. */
function sourceContext(payload: JsonText, { path, start, end, quote }: Passage): Context | undefined {
  if (path === undefined || start === undefined || end === undefined) return undefined;
  const node = JsonNode.parse(payload).at(path);
  if (!node || node.kind !== "string" || node.raw.length > SEARCHED_CHARS) return undefined;
  const text = node.string() ?? "";
  return patternOf(quote).test(text.slice(start, end)) ? contextOf(text, { start, end }) : undefined;
}

function contextOf(text: string, { start, end }: TextRange): Context {
  return { before: text.slice(Math.max(0, start - CONTEXT_CHARS), start), after: text.slice(end, end + CONTEXT_CHARS) };
}

/** The occurrence of a quote whose surroundings are most similar; of equal ones the first. */
function bestRange(
  text: string,
  quote: string,
  context: Context | undefined,
): { score: number; range: TextRange } | undefined {
  let best: { score: number; range: TextRange } | undefined;
  let found = 0;
  for (const match of text.matchAll(patternOf(quote))) {
    const range = { start: match.index, end: match.index + match[0].length };
    const score = context ? similarity(contextOf(text, range), context) : 0;
    if (!best || score > best.score) best = { score, range };
    if ((found += 1) >= MOST_FOUND || !context) break;
  }
  return best;
}

/** The number of characters next to the passage that are the same on both sides. */
function similarity(a: Context, b: Context): number {
  return commonStart(words(a.after), words(b.after)) + commonStart(reversed(a.before), reversed(b.before));
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

const words = (text: string) => text.replace(new RegExp(BETWEEN, "g"), " ");
const reversed = (text: string) => Array.from(words(text)).toReversed().join("");

function patternOf(quote: string): RegExp {
  const parts = quote.split(/\s+/).filter((part) => part !== "");
  return new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(BETWEEN), "gu");
}

/** The strings of a value in the order of the text, up to a number of characters. */
function* stringsIn(root: JsonNode, most: number): Generator<{ path: (string | number)[]; text: string }> {
  const waiting: { node: JsonNode; path: (string | number)[] }[] = [{ node: root, path: [] }];
  let left = most;
  for (let next = waiting.pop(); next && left > 0; next = waiting.pop()) {
    const { node, path } = next;
    if (node.kind === "string") {
      left -= node.raw.length;
      if (left >= 0) yield { path, text: node.string() ?? "" };
    } else if (node.kind === "object" || node.kind === "array") {
      waiting.push(...childrenOf(node, path, left).toReversed());
    }
  }
}

function childrenOf(node: JsonNode, path: readonly (string | number)[], most: number) {
  const children: { node: JsonNode; path: (string | number)[] }[] = [];
  const entries: Iterable<[string | number, JsonNode]> = node.kind === "object" ? node.entries() : itemsOf(node);
  let chars = 0;
  for (const [step, child] of entries) {
    children.push({ node: child, path: [...path, step] });
    chars += child.raw.length;
    if (chars > most) break;
  }
  return children;
}

function* itemsOf(node: JsonNode): Generator<[number, JsonNode]> {
  let index = 0;
  for (const item of node.items()) {
    yield [index, item];
    index += 1;
  }
}
