import { decodeString } from "@/lib/json/decode";
import { JsonScanner } from "@/lib/json/scan";
import { kindAt } from "@/lib/json/text";

/** The range of a value in its text, UTF-16 units; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * The range of each member of the object at `at`, by name; undefined if there is no object. The text must be valid
 * JSON.
 */
export function memberRanges(text: string, at: number): ReadonlyMap<string, TextRange> | undefined {
  if (kindAt(text, at) !== "object") return undefined;
  const scanner = new JsonScanner(text, { trusted: true, at });
  const members = new Map<string, TextRange>();
  if (!scanner.open()) return members;
  do {
    const name = decodeString(text.slice(scanner.keyStart, scanner.keyEnd));
    const start = scanner.at;
    scanner.skip();
    members.set(name, { start, end: scanner.at });
  } while (scanner.more());
  return members;
}

/** The range of each item of the list at `at`; undefined if there is no list. The text must be valid JSON. */
export function itemRanges(text: string, at: number): TextRange[] | undefined {
  if (kindAt(text, at) !== "array") return undefined;
  const scanner = new JsonScanner(text, { trusted: true, at });
  const items: TextRange[] = [];
  if (!scanner.open()) return items;
  do {
    const start = scanner.at;
    scanner.skip();
    items.push({ start, end: scanner.at });
  } while (scanner.more());
  return items;
}
