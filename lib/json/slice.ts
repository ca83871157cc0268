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

/**
 * Like `parseJson`, in turns with other work: `pause` is awaited after each value below the outer levels, with the number of
 * characters that were read since.
 */
export async function parseJsonInTurns(
  text: string,
  plan: PayloadPlan | undefined,
  pause: (chars: number) => Promise<void>,
): Promise<unknown> {
  const scanner = new JsonScanner(text, {});
  scanner.space();
  const value = await readOuter(scanner, plan, { path: [], levels: OUTER_LEVELS, pause });
  scanner.end();
  return value;
}

type Outer = { path: Path; levels: number; pause: (chars: number) => Promise<void> };

async function readOuter(scanner: JsonScanner, plan: PayloadPlan | undefined, outer: Outer): Promise<unknown> {
  const { path, levels, pause } = outer;
  const below = { ...outer, levels: levels - 1 };
  const start = scanner.at;
  if (levels === 0 || plan?.payload || !scanner.onContainer) {
    const value = readValue(scanner, plan, path);
    await pause(scanner.at - start);
    return value;
  }
  if (kindAt(scanner.text, start) === "object") {
    const object: Record<string, unknown> = {};
    if (!scanner.open()) return object;
    do {
      const key = readKey(scanner, object, path);
      setMember(object, key, await readOuter(scanner, plan?.field(key), below));
      path.pop();
    } while (scanner.more());
    return object;
  }
  const array: unknown[] = [];
  if (!scanner.open()) return array;
  const items = plan?.items();
  do {
    path.push(array.length);
    array.push(await readOuter(scanner, items, below));
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
  const raw = scanner.text.slice(start, scanner.at);
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
