import { writeJson } from "@/lib/json/text";

import { fieldAt } from "./fields";
import { type FieldFilter, type Filter, FilterError } from "./filter";
import { isPlainWord, quote } from "./quote";
import { RELATION_WORDS, scanFilter } from "./scan";
import { writeValue } from "./value";

/** The operator between a field and its values. */
export const SIGNS = {
  is: ":",
  like: ":",
  contains: "~",
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
  exists: "",
} as const;

/** A filter as text that `parseFilter` reads back; empty when there is none. */
export function formatFilter(filter: Filter | undefined): string {
  return filter ? write(filter, false).text : "";
}

interface Written {
  text: string;
  /** Whether it ends with plain words, which would merge with following plain words. */
  endsInWords: boolean;
}

function write(filter: Filter, followsWords: boolean): Written {
  switch (filter.kind) {
    case "and":
      return writeAll(filter.parts);
    case "or":
      return { text: filter.parts.map((part) => grouped(part, false).text).join(" or "), endsInWords: true };
    case "not": {
      const { text, endsInWords } = grouped(filter.part, false);
      return { text: `not ${text}`, endsInWords };
    }
    case "text": {
      const isPlain = !followsWords && isPhrase(filter.text);
      return { text: isPlain ? filter.text : quote(filter.text), endsInWords: isPlain };
    }
    case "field":
      return { text: writeComparison(filter), endsInWords: false };
    case "related":
      return { text: `${RELATION_WORDS[filter.relation]}(${write(filter.part, false).text})`, endsInWords: false };
    case "expression":
      return { text: writeJson(filter.expression), endsInWords: false };
  }
}

function writeAll(parts: readonly Filter[]): Written {
  let endsInWords = false;
  const texts = parts.map((part) => {
    const written = grouped(part, endsInWords);
    ({ endsInWords } = written);
    return written.text;
  });
  return { text: texts.join(" "), endsInWords };
}

function grouped(part: Filter, followsWords: boolean): Written {
  const written = write(part, followsWords);
  return part.kind === "and" || part.kind === "or" ? { text: `(${written.text})`, endsInWords: false } : written;
}

function writeComparison(filter: FieldFilter): string {
  const name = writeName(filter.field);
  return filter.comparison === "exists" ? `has:${name}` : name + SIGNS[filter.comparison] + writeValues(filter);
}

/** A field as written before its operator. */
export function writeName(path: string): string {
  const name = fieldAt(path)?.name ?? path;
  return isPlainName(name) ? name : quote(name);
}

/** The values of a comparison as written after its operator. */
export function writeValues({ field: path, comparison, values }: FieldFilter): string {
  const field = fieldAt(path) ?? { name: path, path, type: "json", hint: "" };
  const words = values.map((value) => {
    const { word, isQuoted } = writeValue(field, comparison, value);
    return isQuoted ? quote(word) : word;
  });
  return words.join(",");
}

/** Whether it is parsed as one text to find, without quotes. */
function isPhrase(text: string): boolean {
  if (text.trim() !== text || /[,\p{Cc}]/u.test(text) || !text.isWellFormed()) return false;
  try {
    const tokens = scanFilter(text).slice(0, -1);
    return tokens.length > 0 && tokens.every((token) => token.kind === "word" && !token.isQuoted);
  } catch (error) {
    if (error instanceof FilterError) return false;
    throw error;
  }
}

function isPlainName(name: string): boolean {
  return isPlainWord(name) && /^[A-Za-z_](?:[\w.$@-]|\\\.)*$/.test(name);
}
