import { decodeString } from "./decode";
import { JsonScanner, JsonSyntaxError } from "./scan";
import { JsonText, kindAt, type JsonKind } from "./text";

/** Finds all children of one node; a node whose children are read one by one has a scanner of its own. */
const walker = new JsonScanner("", { trusted: true });

/** An object with more members is looked up in a map. */
const FEW_MEMBERS = 16;

/**
 * A lazy, lossless view of one JSON value: children are found on first access, one level at a time, and each keeps its
 * exact source text.
 */
export class JsonNode {
  readonly #source: string;
  readonly #start: number;
  readonly #end: number;
  #scanner: JsonScanner | "unopened" | "done" = "unopened";
  /** The children that have been found and, of an object, their keys. */
  #nodes: JsonNode[] | undefined;
  #keys: string[] | undefined;
  #byKey: Map<string, JsonNode> | undefined;

  private constructor(source: string, start: number, end: number) {
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

  get kind(): JsonKind {
    return kindAt(this.#source, this.#start);
  }

  /** The exact source text of this value. */
  get raw(): string {
    return this.#source.slice(this.#start, this.#end);
  }

  /** The number of members or items; 0 for values other than objects and arrays. */
  get size(): number {
    if (this.#scanner === "unopened") this.#findAll();
    while (this.#findNext());
    return this.#nodes?.length ?? 0;
  }

  /** A member by its decoded key; of equal keys the last one, as in JSON.parse. */
  get(key: string): JsonNode | undefined {
    if (this.kind !== "object") return undefined;
    if (this.size <= FEW_MEMBERS) return this.#nodes?.[this.#keys?.lastIndexOf(key) ?? -1];
    this.#byKey ??= new Map(this.entries());
    return this.#byKey.get(key);
  }

  /** An item of an array by its position. */
  item(index: number): JsonNode | undefined {
    return this.kind === "array" ? this.#child(index) : undefined;
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
      yield [this.#keys?.[index] ?? "", child];
    }
  }

  /** The items of an array in order; nothing for other values. */
  *items(): IterableIterator<JsonNode> {
    if (this.kind !== "array") return;
    for (let index = 0; ; index += 1) {
      const child = this.#child(index);
      if (child === undefined) return;
      yield child;
    }
  }

  /** The decoded string; undefined for other values. */
  string(): string | undefined {
    return this.kind === "string" ? decodeString(this.#source, this.#start, this.#end) : undefined;
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

  #child(index: number): JsonNode | undefined {
    while ((this.#nodes?.length ?? 0) <= index && this.#findNext());
    return this.#nodes?.[index];
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
    this.#add(scanner);
    return true;
  }

  #findAll(): void {
    this.#scanner = "done";
    walker.move(this.#source, this.#start);
    if (walker.onContainer && walker.open()) {
      do this.#add(walker);
      while (walker.more());
    }
    walker.move("", 0);
  }

  /** Adds the child under the cursor. */
  #add(scanner: JsonScanner): void {
    if (this.kind === "object") (this.#keys ??= []).push(decodeString(this.#source, scanner.keyStart, scanner.keyEnd));
    const start = scanner.at;
    scanner.skip();
    (this.#nodes ??= []).push(new JsonNode(this.#source, start, scanner.at));
  }
}
