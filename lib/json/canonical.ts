import { decodeString } from "./decode";
import { JsonScanner } from "./scan";
import { JsonText } from "./text";

/**
 * The canonical form of a value: no white space, keys sorted by their decoded UTF-16 units. Numbers and strings keep
 * their text, so `1.0` and `1`, or `"\u0041"` and `"A"`, stay different. A `JsonText` is trusted; a string is validated
 * and throws `JsonSyntaxError`.
 */
export function canonicalJson(text: string | JsonText): string {
  const trusted = text instanceof JsonText;
  const scanner = new JsonScanner(trusted ? text.text : text, { trusted });
  scanner.space();
  const canonical = readCanonical(scanner);
  scanner.end();
  return canonical;
}

function readCanonical(scanner: JsonScanner): string {
  const start = scanner.at;
  if (!scanner.onContainer) {
    scanner.skip();
    return scanner.text.slice(start, scanner.at);
  }
  return scanner.text[start] === "{" ? readObject(scanner) : readArray(scanner);
}

function readObject(scanner: JsonScanner): string {
  if (!scanner.open()) return "{}";
  const members: { key: string; raw: string }[] = [];
  do {
    const rawKey = scanner.text.slice(scanner.keyStart, scanner.keyEnd);
    const key = decodeString(rawKey);
    members.push({ key, raw: `${rawKey}:${readCanonical(scanner)}` });
  } while (scanner.more());
  // The sort is stable, so of equal keys the last one still applies.
  members.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `{${members.map((member) => member.raw).join(",")}}`;
}

function readArray(scanner: JsonScanner): string {
  if (!scanner.open()) return "[]";
  const items: string[] = [];
  do items.push(readCanonical(scanner));
  while (scanner.more());
  return `[${items.join(",")}]`;
}
