import { formatPath } from "./format-path";
import { decodeString } from "./decode";
import { type CutFrom, JsonScanner, JsonSyntaxError } from "./scan";
import { JsonText, kindAt, TooDeepJson } from "./text";

/** The positions of the payload fields of a document, from one position on. */
export interface PayloadPlan {
  readonly payload: boolean;
  /** Whether JSON `null` at a payload position is a plain null instead of a payload. */
  readonly nullable: boolean;
  /** The plan of an object's field; undefined when no payload can be at or under it. */
  field(key: string): PayloadPlan | undefined;
  /** The plan of an array's items; undefined when no payload can be at or under them. */
  items(): PayloadPlan | undefined;
}

/**
 * Parses a JSON text, strict according to RFC 8259. Values at the plan's payload positions become `JsonText`, cut out
 * exactly as sent; everything else becomes a plain value. Throws `JsonSyntaxError`: `syntax`, and outside payloads
 * `depth` (limit JSON_DEPTH) or `duplicate_key`. A payload that is nested too deeply becomes a `TooDeepJson`, which its
 * schema rejects. If the text was cut out of another one (`from`), errors have the position in that one.
 */
export function parseJson(text: string, plan?: PayloadPlan, from?: CutFrom): unknown {
  const scanner = new JsonScanner(text, { from });
  scanner.space();
  const value = readValue(scanner, plan, [...(from?.path ?? [])]);
  scanner.end();
  return value;
}

/** How many levels of a document are read in turns with other work: lists are in the body, or in a field of a field. */
const OUTER_LEVELS = 3;

/** Called with the number of characters that were read since; what it returns is awaited. */
export type Pause = (chars: number) => Promise<void> | undefined;

/** A payload is read in parts of so many characters. */
const PART_CHARS = 64 * 1024;

/** Like `parseJson`, in turns with other work: after each value below the outer levels, and within payloads. */
export async function parseJsonInTurns(text: string, plan: PayloadPlan | undefined, pause: Pause): Promise<unknown> {
  const scanner = new JsonScanner(text, {});
  scanner.space();
  const value = await readAny(scanner, plan, { path: [], levels: OUTER_LEVELS, pause });
  scanner.end();
  return value;
}

type Outer = { path: Path; levels: number; pause: Pause };

/** A value, or the promise of one that is read in turns: most are none, since promises take longer. */
function readAny(scanner: JsonScanner, plan: PayloadPlan | undefined, outer: Outer): unknown {
  if (plan?.payload) return readPayloadInTurns(scanner, plan, outer.pause);
  if (outer.levels > 0 && scanner.onContainer) return readOuter(scanner, plan, { ...outer, levels: outer.levels - 1 });
  const start = scanner.at;
  const value = readValue(scanner, plan, outer.path);
  const turn = outer.pause(scanner.at - start);
  return turn ? turn.then(() => value) : value;
}

function readPayloadInTurns(scanner: JsonScanner, plan: PayloadPlan, pause: Pause): unknown {
  const start = scanner.at;
  const parts = scanner.skipWithinDepthInParts(PART_CHARS);
  const ended = (withinDepth: boolean) => payloadOf(scanner.text.slice(start, scanner.at), withinDepth, plan);
  const first = parts.next();
  const turn = pause(scanner.at - start);
  if (first.done) return turn ? turn.then(() => ended(first.value)) : ended(first.value);
  return (async () => {
    await turn;
    for (;;) {
      const from = scanner.at;
      const part = parts.next();
      if (part.done) return ended(part.value);
      await pause(scanner.at - from);
    }
  })();
}

async function readOuter(scanner: JsonScanner, plan: PayloadPlan | undefined, outer: Outer): Promise<unknown> {
  const { path } = outer;
  if (kindAt(scanner.text, scanner.at) === "object") {
    const object: Record<string, unknown> = {};
    if (!scanner.open()) return object;
    do {
      const key = readKey(scanner, object, path);
      const value = readAny(scanner, plan?.field(key), outer);
      setMember(object, key, value instanceof Promise ? await value : value);
      path.pop();
    } while (scanner.more());
    return object;
  }
  const array: unknown[] = [];
  if (!scanner.open()) return array;
  const items = plan?.items();
  do {
    path.push(array.length);
    const value = readAny(scanner, items, outer);
    array.push(value instanceof Promise ? await value : value);
    path.pop();
  } while (scanner.more());
  return array;
}

type Path = (string | number)[];

function readValue(scanner: JsonScanner, plan: PayloadPlan | undefined, path: Path): unknown {
  if (plan?.payload) return readPayload(scanner, plan);
  if (!scanner.onContainer) return readScalar(scanner);
  return kindAt(scanner.text, scanner.at) === "object"
    ? readObject(scanner, plan, path)
    : readArray(scanner, plan?.items(), path);
}

function readPayload(scanner: JsonScanner, plan: PayloadPlan): JsonText | null {
  const start = scanner.at;
  const withinDepth = scanner.skipWithinDepth();
  return payloadOf(scanner.text.slice(start, scanner.at), withinDepth, plan);
}

function payloadOf(raw: string, withinDepth: boolean, plan: PayloadPlan): JsonText | null {
  if (!withinDepth) return new TooDeepJson(raw);
  return plan.nullable && raw === "null" ? null : new JsonText(raw);
}

function readObject(scanner: JsonScanner, plan: PayloadPlan | undefined, path: Path): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  if (!scanner.open()) return object;
  do {
    const key = readKey(scanner, object, path);
    setMember(object, key, readValue(scanner, plan?.field(key), path));
    path.pop();
  } while (scanner.more());
  return object;
}

/** The key of the value under the cursor, which is added to the path. */
function readKey(scanner: JsonScanner, object: object, path: Path): string {
  const { keyStart, keyEnd } = scanner;
  const key = decodeString(scanner.text, keyStart, keyEnd);
  path.push(key);
  if (Object.hasOwn(object, key)) {
    const place = scanner.placeOf(keyStart);
    const message = `Duplicate key ${formatPath(path)} at character ${place}`;
    throw new JsonSyntaxError(message, place, "duplicate_key");
  }
  return key;
}

function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  // Assigning to `__proto__` would set the prototype; JSON.parse makes it a field too.
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

function readArray(scanner: JsonScanner, items: PayloadPlan | undefined, path: Path): unknown[] {
  const array: unknown[] = [];
  if (!scanner.open()) return array;
  do {
    path.push(array.length);
    array.push(readValue(scanner, items, path));
    path.pop();
  } while (scanner.more());
  return array;
}

function readScalar(scanner: JsonScanner): string | number | boolean | null {
  const start = scanner.at;
  scanner.skip();
  const { text, at: end } = scanner;
  switch (kindAt(text, start)) {
    case "string":
      return decodeString(text, start, end);
    case "boolean":
      return text[start] === "t";
    case "null":
      return null;
    default:
      return Number(text.slice(start, end));
  }
}
