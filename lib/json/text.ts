export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

/**
 * One JSON value, kept as the text that was sent: digits, spelling, key order and spacing are never touched.
 * The text is trusted to be one valid JSON value without space around it; `parseJson` makes such values.
 * Write it with `writeJson`: `JSON.stringify` would write the wrapper.
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

/** A value nested deeper than the limit: the payload schemas refuse it, so that it spoils its own item of a batch only. */
export class TooDeepJson extends JsonText {}

/** The kind of the JSON value that starts at `at`, by its first character. */
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
 * Writes a value as `JSON.stringify` does, with every `JsonText` inside it inserted verbatim.
 * Throws a TypeError for a bigint, and for a value that has no JSON form at the root.
 */
export function writeJson(value: unknown): string {
  const written = write(value, "");
  if (written === undefined) throw new TypeError(`A ${typeof value} has no JSON form`);
  return written;
}

/** Writes a value once, as text that will be inserted verbatim from here on. */
export function toJsonText(value: unknown): JsonText {
  return value instanceof JsonText ? value : new JsonText(writeJson(value));
}

function write(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof JsonText) return value.text;
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(key), key);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, String(index)) ?? "null").join(",")}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const written = write(member, name);
    if (written !== undefined) members.push(`${JSON.stringify(name)}:${written}`);
  }
  return `{${members.join(",")}}`;
}
