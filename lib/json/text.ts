export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/**
 * One JSON value, kept as the text that was sent: digits, spelling, key order and spacing are never changed. The text
 * is trusted to be one valid JSON value without surrounding space; `parseJson` creates such values. Write it with
 * `writeJson`, because `JSON.stringify` would write the wrapper.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get kind(): JsonKind {
    return kindAt(this.text, 0);
  }
}

/**
 * A value nested deeper than the limit. The payload schemas reject it, so that only its own item of a batch is invalid.
 */
export class TooDeepJson extends JsonText {}

/** The kind of the JSON value at `at`, by its first character. */
export function kindAt(text: string, at: number): JsonKind {
  switch (text[at]) {
    case "{":
      return "object";
    case "[":
      return "array";
    case '"':
      return "string";
    case "t":
    case "f":
      return "boolean";
    case "n":
      return "null";
    default:
      return "number";
  }
}

/**
 * Writes a value as `JSON.stringify` does, with every `JsonText` in it inserted verbatim. Throws a TypeError for a
 * bigint, and for a root value that has no JSON form.
 */
export function writeJson(value: unknown): string {
  const written = write(value, "");
  if (written === undefined) throw new TypeError(`A ${typeof value} has no JSON form`);
  return written;
}

/**
 * Writes a value as one line of JSON Lines, with its line end: as `writeJson`, without the line breaks that a `JsonText`
 * in it has between its tokens. Within strings they are always escaped, so no value changes.
 */
export function writeJsonLine(value: unknown): string {
  return `${writeJson(value).replaceAll(/[\r\n]+/g, "")}\n`;
}

/** Writes a value once, as text that is inserted verbatim from then on. */
export function toJsonText(value: unknown): JsonText {
  return value instanceof JsonText ? value : new JsonText(writeJson(value));
}

function write(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof JsonText) return value.text;
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(key), key);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, String(index)) ?? "null").join(",")}]`;
  let members = "";
  for (const [name, member] of Object.entries(value)) {
    const written = write(member, name);
    if (written !== undefined) members += `${members === "" ? "" : ","}${writeKey(name)}${written}`;
  }
  return `{${members}}`;
}

const KNOWN_KEYS = 4096;
const KNOWN_KEY_CHARS = 256;
const knownKeys = new Map<string, string>();

/** The key of a member as JSON, with its colon; keys are remembered, since the same few hundred are written all the time. */
export function writeKey(key: string): string {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const written = `${JSON.stringify(key)}:`;
  if (knownKeys.size < KNOWN_KEYS && key.length <= KNOWN_KEY_CHARS) knownKeys.set(key, written);
  return written;
}
