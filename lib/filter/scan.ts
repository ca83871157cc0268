import { type Relation, RELATIONS } from "@/lib/contract/expression";

import { fieldNamed } from "./fields";
import { FilterError } from "./filter";
import { quote } from "./quote";
import { patternOf, type Piece } from "./wildcard";

/** One piece of a filter's text. */
export type Token =
  | { kind: "close" | "comma" | "and" | "or" | "not" | "end"; from: number; to: number }
  /** `isList` if it begins the values of a comparison. */
  | { kind: "open"; isList: boolean; from: number; to: number }
  /** The start of a comparison: a field's name and the operator after it. */
  | { kind: "field"; name: string; operator: Operator; from: number; to: number }
  /** The word of a relation with the parenthesis after it. */
  | { kind: "relation"; relation: Relation; from: number; to: number }
  /** `pattern` if it is a value with wildcards, for `$like`. */
  | { kind: "word"; text: string; isQuoted: boolean; pattern: string | undefined; from: number; to: number }
  /** From a brace to its closing brace. */
  | { kind: "json"; text: string; from: number; to: number };

export type Operator = ":" | "~" | ">" | ">=" | "<" | "<=";

type WordToken = Extract<Token, { kind: "word" }>;

/** How each relation is written. */
export const RELATION_WORDS: Readonly<Record<Relation, string>> = {
  below: "has",
  above: "under",
  earlier: "after",
  later: "before",
};

/** By their text, longer ones first. */
const OPERATORS = new Map<string, Operator>([
  [">=", ">="],
  ["<=", "<="],
  [":", ":"],
  ["=", ":"],
  ["~", "~"],
  [">", ">"],
  ["<", "<"],
]);
const NAME = /[A-Za-z_](?:[\w.$@-]|\\\.)*(?=\s*(?:>=|<=|[:=~<>]))/y;
/** Certainly a comparison, but with a name that is not read without quotes. */
const ODD_NAME = /(?:inputs|output|attributes|summary|feedback)\.[^\s"(){},:=~<>]+(?=[:=~<>])/y;
const RELATION = /(has|under|after|before)\(/iy;
const SPACE = /\s*/y;
const WORD = /[^\s"(){},]+/y;
const KEYWORDS = new Map<string, "and" | "or" | "not">([
  ["and", "and"],
  ["or", "or"],
  ["not", "not"],
]);
const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };

/** Splits a filter's text into tokens, the last of which is `end`. Throws `FilterError`. */
export function scanFilter(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const token = next(text, at, tokens.at(-1));
    tokens.push(token);
    at = token.to;
  }
  return [...tokens, { kind: "end", from: text.length, to: text.length }];
}

function next(text: string, at: number, before: Token | undefined): Token {
  const one = text.charAt(at);
  if (one === "(") return { kind: "open", isList: before?.kind === "field", from: at, to: at + 1 };
  if (one === ")") return { kind: "close", from: at, to: at + 1 };
  if (one === ",") return { kind: "comma", from: at, to: at + 1 };
  if (one === "{") return json(text, at);
  if (one === "}") throw new FilterError("Unmatched closing brace", at, at + 1);
  // A word in the position of a value is a value, whatever it looks like.
  const isValue = before?.kind === "field" || before?.kind === "comma" || (before?.kind === "open" && before.isList);
  if (isValue) return valueAt(text, at);
  if (one === '"') {
    const word = quoted(text, at);
    return comparison(text, word.text, at, word.to) ?? word;
  }
  if (one === "-" && /[^\s\d]/.test(text.charAt(at + 1))) return { kind: "not", from: at, to: at + 1 };
  const relation = relationAt(text, at);
  if (relation) return relation;
  const name = match(NAME, text, at);
  const field = name && comparison(text, name, at, at + name.length);
  if (field) return field;
  const odd = match(ODD_NAME, text, at);
  if (odd) throw new FilterError(`Put the name in quotes: ${quote(odd)}`, at, at + odd.length);
  const word = plainWord(text, at);
  const keyword = KEYWORDS.get(word.text.toLowerCase());
  return keyword ? { kind: keyword, from: at, to: word.to } : word;
}

function relationAt(text: string, at: number): Token | undefined {
  const word = match(RELATION, text, at)?.slice(0, -1).toLowerCase();
  const [relation] = RELATIONS.filter((one) => RELATION_WORDS[one] === word);
  return relation && { kind: "relation", relation, from: at, to: at + (word?.length ?? 0) + 1 };
}

/** Adjacent plain and quoted pieces. */
function valueAt(text: string, from: number): WordToken {
  const pieces: Piece[] = [];
  let at = from;
  while (/[^\s(){},]/.test(text.charAt(at))) {
    const piece = text.charAt(at) === '"' ? quoted(text, at) : plainWord(text, at);
    pieces.push(piece);
    at = piece.to;
  }
  return wordOf(pieces, from, at);
}

function plainWord(text: string, at: number): WordToken {
  const word = match(WORD, text, at) ?? text.charAt(at);
  return wordOf([{ text: word, isQuoted: false }], at, at + word.length);
}

function wordOf(pieces: readonly Piece[], from: number, to: number): WordToken {
  const text = pieces.map((piece) => piece.text).join("");
  const isQuoted = pieces.some((piece) => piece.isQuoted);
  return { kind: "word", text, isQuoted, pattern: patternOf(pieces), from, to };
}

function comparison(text: string, name: string, from: number, end: number): Token | undefined {
  // If the operator is separated by space, only the name of a field starts a comparison: `a = b` is a text.
  const at = fieldNamed(name) ? end + (match(SPACE, text, end) ?? "").length : end;
  for (const [sign, operator] of OPERATORS)
    if (text.startsWith(sign, at)) return { kind: "field", name, operator, from, to: at + sign.length };
  return undefined;
}

function quoted(text: string, from: number): WordToken {
  let content = "";
  for (let at = from + 1; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '"') return wordOf([{ text: content, isQuoted: true }], from, at + 1);
    const escaped = one === "\\" ? ESCAPES[text.charAt(at + 1)] : undefined;
    content += escaped ?? one;
    if (escaped !== undefined) at += 1;
  }
  throw new FilterError("Missing closing quotation mark", from, text.length);
}

/** Up to the closing brace, ignoring braces inside strings. */
function json(text: string, from: number): Token {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (inString && one === "\\") at += 1;
    else if (one === '"') inString = !inString;
    else if (!inString && one === "{") depth += 1;
    else if (!inString && one === "}" && (depth -= 1) === 0)
      return { kind: "json", text: text.slice(from, at + 1), from, to: at + 1 };
  }
  throw new FilterError("Missing closing brace", from, text.length);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
