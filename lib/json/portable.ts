import { JsonText } from "./text";

/** The member that marks an object as one of `Marked` below. */
const MARK = "$";

type Marked =
  | { [MARK]: "json"; text: string }
  | { [MARK]: "undefined" }
  | { [MARK]: "map"; entries: [unknown, unknown][] }
  | { [MARK]: "object"; entries: [string, unknown][] };

/**
 * Values as JSON text that `readPortable` makes the same values of: also of `JsonText`, whose text stays exact, and of
 * maps, and undefined in arrays. Throws a TypeError for anything else that JSON has no form of, such as an error;
 * members that are undefined are left out, as by `JSON.stringify`.
 */
export function writePortable(value: unknown): string {
  return JSON.stringify(toPlain(value));
}

/** What `writePortable` wrote. */
export function readPortable(text: string): unknown {
  return fromPlain(JSON.parse(text));
}

function toPlain(value: unknown): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? { [MARK]: "undefined" } : toPlain(item)));
  if (value instanceof JsonText) return { [MARK]: "json", text: value.text } satisfies Marked;
  if (value instanceof Map)
    return {
      [MARK]: "map",
      entries: Array.from(value, ([key, member]): [unknown, unknown] => [toPlain(key), toPlain(member)]),
    } satisfies Marked;
  if (typeof value !== "object" || !isPlain(value)) throw new TypeError(`A ${typeof value} cannot be written`);
  const entries = Object.entries(value).flatMap(([key, member]: [string, unknown]): [string, unknown][] =>
    member === undefined ? [] : [[key, toPlain(member)]],
  );
  if (Object.hasOwn(value, MARK)) return { [MARK]: "object", entries } satisfies Marked;
  return Object.fromEntries(entries);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An object with the mark was written by `toPlain`: one that came with such a member is written as its entries. */
function isMarked(value: object): value is Marked {
  return Object.hasOwn(value, MARK);
}

function fromPlain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(fromPlain);
  if (!isMarked(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fromPlain(member)]));
  switch (value[MARK]) {
    case "json":
      return new JsonText(value.text);
    case "undefined":
      return undefined;
    case "map":
      return new Map(value.entries.map(([key, member]) => [fromPlain(key), fromPlain(member)]));
    case "object":
      return Object.fromEntries(value.entries.map(([key, member]) => [key, fromPlain(member)]));
  }
}
