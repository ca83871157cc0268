import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

/** Strings that identify something: when sent again they are the same value, not a continuation of it. */
const NAMES = new Set(["id", "role", "type"]);

/** What arrives in pieces of the entries of OpenRouter's `reasoning_details`; each piece repeats their other fields. */
const PIECES_OF_DETAILS = new Set(["text", "summary", "data", "signature"]);
const DETAILS = "reasoning_details";

/** Parts of a message of which the next piece of the list may bring more: text, and Mistral's thinking. */
const GROWING_PARTS = new Set(["text", "thinking"]);

/** A string that arrives in pieces. */
class GrowingText {
  text: string;
  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

export type Growing = JsonNode | GrowingText | GrowingList | GrowingObject;

/** A list whose items come one after the other, or in pieces under an `index`. */
class GrowingList {
  readonly items: Growing[] = [];
  readonly #byIndex = new Map<number, GrowingObject>();
  readonly #pieces: ReadonlySet<string> | undefined;

  /** `pieces` are the members of the items that arrive in pieces, if not all strings do. */
  constructor(pieces?: ReadonlySet<string>) {
    this.#pieces = pieces;
  }

  add(list: JsonNode): void {
    let isFirst = true;
    for (const item of list.items()) {
      this.#addItem(item, isFirst);
      isFirst = false;
    }
  }

  /** Text after the parts of a message, as Mistral's servers send it after the thinking. */
  addText(text: string): void {
    if (text === "") return;
    this.#addItem(JsonNode.parse(JSON.stringify({ type: "text", text })), true);
  }

  #addItem(item: JsonNode, isFirst: boolean): void {
    const index = item.get("index")?.number();
    const known = index === undefined ? undefined : this.#byIndex.get(index);
    if (known && !isOther(known, item)) known.add(item);
    else if (index !== undefined) this.#byIndex.set(index, this.#push(item));
    else if (GROWING_PARTS.has(item.get("type")?.string() ?? "")) {
      const last = this.items.at(-1);
      if (isFirst && last instanceof GrowingObject && last.text("type") === item.get("type")?.string()) last.add(item);
      else this.#push(item);
    } else this.items.push(item);
  }

  #push(item: JsonNode): GrowingObject {
    const element = new GrowingObject(this.#pieces);
    element.add(item);
    this.items.push(element);
    return element;
  }

  toJSON(): unknown[] {
    return this.items.map(writable);
  }
}

/**
 * Whether an item is another one than that at its index: Groq's and Ollama's servers send all of parallel tool calls at
 * index 0. It has another type, another name once arguments have arrived, or another id, unless it is a piece of a tool
 * call without a name: some servers give each piece an id of its own (https://github.com/poolsideai/pool/issues/9).
 */
function isOther(known: GrowingObject, item: JsonNode): boolean {
  const differs = (text: string | undefined, other: string | undefined) => Boolean(text && other && text !== other);
  const differsIn = (key: string) => differs(known.text(key), item.get(key)?.string());
  const callee = known.object("function");
  const name = item.at(["function", "name"])?.string();
  return (
    differsIn("type") ||
    (differsIn("id") && !(callee && !name)) ||
    (Boolean(callee?.text("arguments")) && differs(callee?.text("name"), name))
  );
}

/** An object that arrives in pieces: strings are concatenated, lists extended, any other value replaced. */
export class GrowingObject {
  readonly #members = new Map<string, Growing>();
  readonly #pieces: ReadonlySet<string> | undefined;

  /** `pieces` are the members that arrive in pieces, if not all strings do. */
  constructor(pieces?: ReadonlySet<string>) {
    this.#pieces = pieces;
  }

  add(piece: JsonNode): void {
    for (const [key, node] of piece.entries()) this.grow(key, node);
  }

  /** Adds a piece of one member. */
  grow(key: string, node: JsonNode): void {
    const isWhole = NAMES.has(key) || this.#pieces?.has(key) === false;
    const grown = grow(this.#members.get(key), node, key, isWhole);
    this.#members.set(key, grown);
  }

  /** Sets a member that is complete in each piece; null does not overwrite a value. */
  set(key: string, node: JsonNode): void {
    if (node.kind !== "null" || !this.#members.has(key)) this.#members.set(key, grow(undefined, node, key));
  }

  text(key: string): string | undefined {
    const member = this.#members.get(key);
    if (member instanceof GrowingText) return member.text;
    return member instanceof JsonNode ? member.string() : undefined;
  }

  object(key: string): GrowingObject | undefined {
    const member = this.#members.get(key);
    return member instanceof GrowingObject ? member : undefined;
  }

  /** The items of a list: nodes for those that arrived complete, objects for those that arrived in pieces. */
  items(key: string): readonly Growing[] {
    const member = this.#members.get(key);
    if (member instanceof GrowingList) return member.items;
    return member instanceof JsonNode ? [...member.items()] : [];
  }

  node(key: string): JsonNode | undefined {
    const member = this.#members.get(key);
    return member instanceof JsonNode ? member : undefined;
  }

  has(key: string): boolean {
    return this.#members.has(key);
  }

  /**
   * For `writeJson`: complete members keep their text, and `index`, which only gives the position of a piece, is left
   * out.
   */
  toJSON(): Record<string, unknown> {
    const members = [...this.#members].filter(([key]) => key !== "index");
    return Object.fromEntries(members.map(([key, member]) => [key, writable(member)]));
  }
}

function writable(value: Growing): unknown {
  return value instanceof JsonNode ? new JsonText(value.raw) : value;
}

/** `isWhole` if a string is the same value in each piece, not a continuation. */
function grow(known: Growing | undefined, node: JsonNode, key: string, isWhole = false): Growing {
  if (node.kind === "null") return known ?? node;
  const text = node.string();
  if (text !== undefined) return growText(known, text, key, isWhole);
  if (node.kind === "object") {
    const object = known instanceof GrowingObject ? known : new GrowingObject();
    object.add(node);
    return object;
  }
  if (node.kind === "array") {
    const list =
      known instanceof GrowingList ? known : new GrowingList(key === DETAILS ? PIECES_OF_DETAILS : undefined);
    if (known instanceof GrowingText) list.addText(known.text);
    list.add(node);
    return list;
  }
  return node;
}

function growText(known: Growing | undefined, text: string, key: string, isWhole: boolean): Growing {
  if (known instanceof GrowingList) {
    known.addText(text);
    return known;
  }
  if (!(known instanceof GrowingText)) return new GrowingText(text);
  if (isWhole) {
    if (text !== "") known.text = text;
    // Some servers repeat a function's whole name with each piece of its arguments.
  } else if (key !== "name" || known.text !== text) known.text += text;
  return known;
}
