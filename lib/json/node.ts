import { decodeString } from "./decode";
import { JsonScanner, JsonSyntaxError } from "./scan";
import { JsonText, kindAt, type JsonKind } from "./text";

interface Child {
  key: string;
  node: JsonNode;
}

/**
 * A lazy, lossless view of one JSON value: children are found on first access, one level at a time, and each keeps its
 * exact source text.
 */
export class JsonNode {
  readonly kind: JsonKind;
  readonly #source: string;
  readonly #start: number;
  readonly #end: number;
  readonly #children: Child[] = [];
  #scanner: JsonScanner | "unopened" | "done" = "unopened";
  #byKey: Map<string, JsonNode> | undefined;

  private constructor(source: string, start: number, end: number) {
    this.kind = kindAt(source, start);
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  /** A `JsonText` is trusted; a string is validated first (to `depth` levels) and throws `JsonSyntaxError`. */
  static parse(text: string | JsonText, depth?: number): JsonNode {
    if (text instanceof JsonText) return new JsonNode(text.text, 0, text.text.length);
    const scanner = new JsonScanner(text, { depth });
    scanner.space();
    const start = scanner.at;
    scanner.skip();
    const end = scanner.at;
    scanner.end();
    return new JsonNode(text, start, end);
  }

  /** Like `parse`, but undefined for text that is not JSON. */
  static read(text: string): JsonNode | undefined {
    try {
      return JsonNode.parse(text);
    } catch (error) {
      if (error instanceof JsonSyntaxError) return undefined;
      throw error;
    }
  }

  /** The exact source text of this value. */
  get raw(): string {
    return this.#source.slice(this.#start, this.#end);
  }

  /** The number of members or items; 0 for values other than objects and arrays. */
  get size(): number {
    while (this.#findNext());
    return this.#children.length;
  }

  /** A member by its decoded key; of equal keys the last one, as in JSON.parse. */
  get(key: string): JsonNode | undefined {
    if (this.kind !== "object") return undefined;
    this.#byKey ??= new Map(this.entries());
    return this.#byKey.get(key);
  }

  /** An item of an array by its position. */
  item(index: number): JsonNode | undefined {
    return this.kind === "array" ? this.#child(index)?.node : undefined;
  }

  /** The value at a path of object keys (strings) and array positions (numbers). */
  at(path: readonly (string | number)[]): JsonNode | undefined {
    return path.reduce<JsonNode | undefined>(
      (node, step) => (typeof step === "string" ? node?.get(step) : node?.item(step)),
      this,
    );
  }

  /** All members of an object in source order, including those with equal keys; nothing for other values. */
  *entries(): IterableIterator<[string, JsonNode]> {
    if (this.kind !== "object") return;
    for (let index = 0; ; index += 1) {
      const child = this.#child(index);
      if (child === undefined) return;
      yield [child.key, child.node];
    }
  }

  /** The items of an array in order; nothing for other values. */
  *items(): IterableIterator<JsonNode> {
    if (this.kind !== "array") return;
    for (let index = 0; ; index += 1) {
      const child = this.#child(index);
      if (child === undefined) return;
      yield child.node;
    }
  }

  /** The decoded string; undefined for other values. */
  string(): string | undefined {
    return this.kind === "string" ? decodeString(this.raw) : undefined;
  }

  /** The nearest double; undefined if this is not a number; `raw` has all digits. */
  number(): number | undefined {
    return this.kind === "number" ? Number(this.raw) : undefined;
  }

  boolean(): boolean | undefined {
    return this.kind === "boolean" ? this.raw === "true" : undefined;
  }

  /** The value as JSON.parse returns it, with doubles for numbers; for small known shapes. */
  toValue(): unknown {
    return JSON.parse(this.raw);
  }

  #child(index: number): Child | undefined {
    while (this.#children.length <= index && this.#findNext());
    return this.#children[index];
  }

  #findNext(): boolean {
    if (this.#scanner === "done") return false;
    let scanner: JsonScanner;
    let found: boolean;
    if (this.#scanner === "unopened") {
      scanner = new JsonScanner(this.#source, { trusted: true, at: this.#start });
      this.#scanner = scanner;
      found = scanner.onContainer && scanner.open();
    } else {
      scanner = this.#scanner;
      found = scanner.more();
    }
    if (!found) {
      this.#scanner = "done";
      return false;
    }
    const key = this.kind === "object" ? decodeString(this.#source.slice(scanner.keyStart, scanner.keyEnd)) : "";
    const start = scanner.at;
    scanner.skip();
    this.#children.push({ key, node: new JsonNode(this.#source, start, scanner.at) });
    return true;
  }
}
