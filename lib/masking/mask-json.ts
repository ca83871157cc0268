import { decodeString } from "@/lib/json/decode";
import { JSON_DEPTH } from "@/lib/json/depth";
import { JsonNode } from "@/lib/json/node";
import { JsonScanner } from "@/lib/json/scan";
import { JsonText, kindAt, writeJson } from "@/lib/json/text";
import { applyEdits, type Edit, editsOf, translated } from "./edits";
import type { Find } from "./find";
import { positionsInString, positionsInText, withoutEscapes } from "./positions";
import { type ActiveRule, isEmpty, type Scope, scopeBelow } from "./rule-set";
import { searchedJson } from "./searched-form";

/** Below so many levels, JSON in strings is searched like other texts: each level takes room on the stack. */
const MOST_LEVELS = 3 * JSON_DEPTH;
/** What JSON begins with that is more than a number or a word. */
const JSON_START = /^\s*[[{"]/;

/** Finds what is to be replaced in JSON and in texts, at one path. */
export class Masker {
  readonly #find: Find;
  readonly #path: (string | number)[];
  #levels = 0;

  constructor(find: Find, field: string) {
    this.#find = find;
    this.#path = [field];
  }

  /** The JSON with its matches replaced; everything else is kept as it is, and JSON without a match is the same. */
  json(json: JsonText, scope: Scope): JsonText {
    const edits = this.#jsonEdits(json.text, possible(json.text, scope));
    return edits.length === 0 ? json : new JsonText(applyEdits(json.text, edits));
  }

  /** The same for a text, which may be or contain JSON. */
  text(text: string, scope: Scope): string {
    if (isEmpty(scope)) return text;
    return applyEdits(text, this.#textEdits(text, scope, undefined));
  }

  #jsonEdits(text: string, scope: Scope): Edit[] {
    const edits: Edit[] = [];
    if (isEmpty(scope)) return edits;
    const scanner = new JsonScanner(text, { trusted: true });
    scanner.space();
    this.#levels += 1;
    this.#value(scanner, scope, undefined, edits);
    this.#levels -= 1;
    return edits;
  }

  /** Adds the edits of the value under the cursor, and steps behind it. */
  #value(scanner: JsonScanner, scope: Scope, key: string | undefined, edits: Edit[]): void {
    if (isEmpty(scope)) return scanner.skip();
    if (!scanner.onContainer) return this.#scalar(scanner, scope, key, edits);
    const isObject = kindAt(scanner.text, scanner.at) === "object";
    if (!scanner.open()) return;
    const maskedKeys = new Map<string, number>();
    let place = 0;
    this.#levels += 1;
    do {
      if (isObject) this.#member(scanner, scope, maskedKeys, edits);
      else {
        this.#path.push(place);
        this.#value(scanner, scope, key, edits);
        this.#path.pop();
      }
      place += 1;
    } while (scanner.more());
    this.#levels -= 1;
  }

  #member(scanner: JsonScanner, scope: Scope, maskedKeys: Map<string, number>, edits: Edit[]): void {
    const { text, keyStart, keyEnd } = scanner;
    const key = decodeString(text, keyStart, keyEnd);
    const found = this.#stringEdits(key, scope, undefined);
    const last = found.at(-1);
    if (last) {
      // Two keys that are the same once they are masked stay two keys.
      const masked = applyEdits(key, found);
      const count = (maskedKeys.get(masked) ?? 0) + 1;
      maskedKeys.set(masked, count);
      if (count > 1) last.text += ` ${count}`;
      addTo(edits, translated(found, positionsInString(text, keyStart, keyEnd)));
    }
    this.#path.push(last ? applyEdits(key, found) : key);
    this.#value(scanner, scopeBelow(scope, key), key, edits);
    this.#path.pop();
  }

  #scalar(scanner: JsonScanner, scope: Scope, key: string | undefined, edits: Edit[]): void {
    const { text, at: start } = scanner;
    scanner.skip();
    const kind = kindAt(text, start);
    if (kind === "string") {
      const found = this.#textEdits(decodeString(text, start, scanner.at), scope, key);
      if (found.length > 0) addTo(edits, translated(found, positionsInString(text, start, scanner.at)));
    } else if (kind === "number" && scope.here.some(({ matcher }) => matcher.numbers)) {
      const number = text.slice(start, scanner.at);
      const found = this.#found(number, scope, key, true);
      if (found.length > 0)
        edits.push({ start, end: scanner.at, text: writeJson(applyEdits(number, editsOf(number, found))) });
    }
  }

  /** The edits of a text: of the values in it if it is JSON. */
  #textEdits(text: string, scope: Scope, key: string | undefined): Edit[] {
    if (this.#levels > MOST_LEVELS || !JSON_START.test(text)) return this.#stringEdits(text, scope, key);
    const inside = possible(text, scope);
    if (isEmpty(inside)) return [];
    if (!JsonNode.read(text)) return this.#stringEdits(text, scope, key);
    return this.#jsonEdits(text, inside);
  }

  #stringEdits(text: string, scope: Scope, key: string | undefined): Edit[] {
    if (scope.here.length === 0) return [];
    const plain = withoutEscapes(text);
    const meant = plain ?? text;
    const found = this.#found(meant, scope, key, false);
    if (found.length === 0) return [];
    const edits = editsOf(meant, found);
    if (plain === undefined) return edits;
    const position = positionsInText(text);
    return edits.map((edit) => ({ start: position(edit.start), end: position(edit.end), text: edit.text }));
  }

  #found(text: string, scope: Scope, key: string | undefined, isNumber: boolean) {
    return this.#find({ text, key, isNumber, path: this.#path }, scope);
  }
}

/** There may be more of them than a function can have arguments. */
function addTo(edits: Edit[], more: readonly Edit[]): void {
  for (const edit of more) edits.push(edit);
}

/**
 * The rules that may match in JSON. Most payloads have nothing to be replaced, which native search finds out faster than
 * reading them does.
 */
function possible(text: string, scope: Scope): Scope {
  if (text.includes("\\u")) return scope;
  const searched = searchedJson(text);
  const mayMatch = new Map<ActiveRule, boolean>();
  const isPossible = (rule: ActiveRule) => {
    const known =
      mayMatch.get(rule) ?? (rule.matcher.mayMatch(text) || (searched !== text && rule.matcher.mayMatch(searched)));
    mayMatch.set(rule, known);
    return known;
  };
  return { here: scope.here.filter(isPossible), below: scope.below.filter(({ rule }) => isPossible(rule)) };
}
