import { decodeString } from "./decode";
import { JsonScanner } from "./scan";
import { JsonText, writeKey } from "./text";

/** New values by key, as JSON text; undefined removes the member. */
export type MemberChanges = ReadonlyMap<string, string | undefined>;

/**
 * An object with some of its members changed in place, or added at the end. All other members keep their order and the
 * text of their keys and values.
 */
export function changeMembers(object: JsonText, changes: MemberChanges): JsonText {
  const scanner = new JsonScanner(object.text, { trusted: true });
  const members: string[] = [];
  const written = new Set<string>();
  const change = (key: string, writtenKey: string) => {
    const value = changes.get(key);
    // Of equal keys the last one applied, so that a single one replaces them.
    if (value !== undefined && !written.has(key)) members.push(writtenKey + value);
    written.add(key);
  };
  if (scanner.open()) {
    do {
      const rawKey = scanner.text.slice(scanner.keyStart, scanner.keyEnd);
      const key = decodeString(rawKey);
      const start = scanner.at;
      scanner.skip();
      if (changes.has(key)) change(key, `${rawKey}:`);
      else members.push(`${rawKey}:${scanner.text.slice(start, scanner.at)}`);
    } while (scanner.more());
  }
  for (const key of changes.keys()) if (!written.has(key)) change(key, writeKey(key));
  return new JsonText(`{${members.join(",")}}`);
}
