import { decodeString } from "./decode";
import { JsonScanner } from "./scan";
import { JsonText, kindAt, type JsonKind } from "./text";

interface Child {
  key: string;
  node: JsonNode;
}

/**
 * A lazy, lossless view of one JSON value: children are found when first asked for, one level at a time,
 * and each keeps the exact text it has in the source.
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

  /** A `JsonText` is trusted; a string is checked first (to `depth` levels) and throws `JsonSyntaxError`. */
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

  /** The exact source text of this value. */
  get raw(): string {
    return this.#source.slice(this.#start, this.#end);
  }

  /** How many members or items there are; 0 for anything but an object or array. */
  get size(): number {
    while (this.#findNext());
    return this.#children.length;
  }

  /** A member by its decoded key; of equal keys the last, as in JSON.parse. */
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

  /** All members of an object in source order, equal keys included; nothing for another kind. */
  *entries(): IterableIterator<[string, JsonNode]> {
    if (this.kind !== "object") return;
    for (let index = 0; ; index += 1) {
      const child = this.#child(index);
      if (child === undefined) return;
      yield [child.key, child.node];
    }
  }

  /** The items of an array in order; nothing for another kind. */
  *items(): IterableIterator<JsonNode> {
    if (this.kind !== "array") return;
    for (let index = 0; ; index += 1) {
      const child = this.#child(index);
      if (child === undefined) return;
      yield child.node;
    }
  }

  /** The decoded string, or undefined when this is not one. */
  string(): string | undefined {
    return this.kind === "string" ? decodeString(this.raw) : undefined;
  }

  /** The nearest double, or undefined when this is not a number; `raw` has all digits. */
  number(): number | undefined {
    return this.kind === "number" ? Number(this.raw) : undefined;
  }

  boolean(): boolean | undefined {
    return this.kind === "boolean" ? this.raw === "true" : undefined;
  }

  /** The value as JSON.parse makes it, with doubles for numbers: for small known shapes. */
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
