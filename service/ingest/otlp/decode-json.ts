import { decodeEscapes } from "@/lib/json/decode";
import { JsonScanner } from "@/lib/json/scan";
import { type JsonKind, JsonText, kindAt } from "@/lib/json/text";
import { JsonNode } from "@/lib/json/node";
import type { AnyValue } from "./any-value";
import { ExportBudget } from "./budget";
import { type Field, type Message, OtlpShapeError, type Wire } from "./fields";

const INTEGER = /^-?\d{1,20}$/;
/** A whole number as languages write it whose numbers are all doubles. */
const WHOLE_DECIMAL = /^(-?\d{1,20})\.0+$/;
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Reads an OTLP/JSON request: hex ids, 64-bit integers as strings or numbers, enums as integers or names. Unknown fields
 * are skipped, null is absence (protobuf's JSON mapping). A field of a wrong type is skipped and reported to `onMalformed` of
 * the innermost message around it that has one. Throws `JsonSyntaxError`, `too_large`, and an `OtlpShapeError` that names
 * the field if no message around it has one.
 */
export function decodeJson<T>(text: string, request: Message<T>, into: T): T {
  new JsonWire(text).request(request, into);
  return into;
}

class JsonWire implements Wire {
  readonly #scanner: JsonScanner;
  readonly #budget = new ExportBudget();
  /** The name of the field that is read, for errors. */
  #field = "the export";

  constructor(text: string) {
    this.#scanner = new JsonScanner(text);
  }

  request<T>(request: Message<T>, into: T): void {
    this.#scanner.space();
    this.message(request, into);
    this.#scanner.end();
  }

  message<T>(message: Message<T>, into: T): void {
    if (message.countsAsSpan) this.#budget.span();
    const start = this.#scanner.mark();
    try {
      this.#fields(message, into);
    } catch (error) {
      if (!(error instanceof OtlpShapeError) || !message.onMalformed) throw error;
      this.#scanner.reset(start);
      this.#scanner.skip();
      const json = this.#scanner.text.slice(start.at, this.#scanner.at);
      message.onMalformed(into, error.message, () => firstValue(json));
    }
  }

  #fields<T>({ byName }: Message<T>, into: T): void {
    const scanner = this.#scanner;
    if (!this.#opens("object")) return;
    let problem: OtlpShapeError | undefined;
    do {
      const name = decodeEscapes(scanner.text.slice(scanner.keyStart + 1, scanner.keyEnd - 1));
      const field = byName.get(name);
      this.#field = name;
      if (!field) scanner.skip();
      else problem = this.#problemOf(field, into, field.isRepeated) ?? problem;
    } while (scanner.more());
    if (problem) throw problem;
  }

  #items<T>(field: Field<T>, into: T): void {
    if (!this.#opens("array")) return;
    let problem: OtlpShapeError | undefined;
    do {
      this.#budget.part();
      this.#field = field.name;
      problem = this.#problemOf(field, into) ?? problem;
    } while (this.#scanner.more());
    if (problem) throw problem;
  }

  /** Reads a value, or with `isList` a list of them, or skips it if it is of a wrong type, and returns what is wrong. */
  #problemOf<T>(field: Field<T>, into: T, isList = false): OtlpShapeError | undefined {
    const start = this.#scanner.mark();
    try {
      if (isList) this.#items(field, into);
      else field.read(this, into);
      return undefined;
    } catch (error) {
      if (!(error instanceof OtlpShapeError)) throw error;
      this.#scanner.reset(start);
      this.#scanner.skip();
      return error;
    }
  }

  skip(): void {
    this.#scanner.skip();
  }

  string(): string {
    return this.#absent() ? "" : decodeEscapes(this.#raw("string").slice(1, -1));
  }

  hex(): string {
    return this.string().toLowerCase();
  }

  base64(): string {
    return this.string();
  }

  boolean(): boolean {
    return this.#raw("boolean") === "true";
  }

  int64(): bigint {
    const text = this.#kind === "string" ? this.string() : this.#raw("number");
    const digits = WHOLE_DECIMAL.exec(text)?.[1] ?? text;
    if (INTEGER.test(digits)) return BigInt(digits);
    const value = text.trim() === "" ? NaN : Number(text);
    if (Number.isSafeInteger(value)) return BigInt(value);
    throw new OtlpShapeError(`${this.#field} must be a whole number, found ${text.slice(0, 40)}`);
  }

  fixed64(): bigint {
    if (this.#absent()) return 0n;
    const value = this.int64();
    if (value >= 0n && value <= MAX_UINT64) return value;
    throw new OtlpShapeError(`${this.#field} must be an unsigned 64-bit integer, found ${value}`);
  }

  uint32(): number {
    return Number(this.fixed64());
  }

  enumeration(names: readonly string[]): number {
    return this.#kind === "string" ? Math.max(0, names.indexOf(this.string())) : this.uint32();
  }

  double(): JsonText | string {
    return this.#kind === "string" ? this.string() : new JsonText(this.#raw("number"));
  }

  /** Steps into the container under the cursor; false when it is empty or null, and now behind. */
  #opens(wanted: "object" | "array"): boolean {
    if (this.#absent()) return false;
    if (this.#kind !== wanted) this.#wrong(wanted);
    return this.#scanner.open();
  }

  get #kind(): JsonKind {
    return kindAt(this.#scanner.text, this.#scanner.at);
  }

  #absent(): boolean {
    if (this.#kind !== "null") return false;
    this.#scanner.skip();
    return true;
  }

  #raw(wanted: JsonKind): string {
    if (this.#kind !== wanted) this.#wrong(wanted);
    const { at, text } = this.#scanner;
    this.#scanner.skip();
    return text.slice(at, this.#scanner.at);
  }

  #wrong(wanted: JsonKind): never {
    const found = this.#kind;
    this.#scanner.skip();
    throw new OtlpShapeError(`${this.#field} must be ${/^[ao]/.test(wanted) ? "an" : "a"} ${wanted}, found ${found}`);
  }
}

/** The first member of an object, or else the value itself: a text, or exact JSON. */
function firstValue(json: string): AnyValue {
  const node = JsonNode.parse(json);
  const [sent = node] = node.kind === "object" ? [...node.entries()].map(([, value]) => value) : [];
  return sent.string() ?? new JsonText(sent.raw);
}
