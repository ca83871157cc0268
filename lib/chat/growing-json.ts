import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

/** Strings that identify something: when sent again they are the same value, not a continuation of it. */
const NAMES = new Set(["id", "role", "type"]);

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

  add(list: JsonNode): void {
    for (const item of list.items()) {
      const index = item.get("index")?.number();
      const known = index === undefined ? undefined : this.#byIndex.get(index);
      if (known) known.add(item);
      else if (index === undefined) this.items.push(item);
      else {
        const element = new GrowingObject();
        element.add(item);
        this.#byIndex.set(index, element);
        this.items.push(element);
      }
    }
  }

  toJSON(): unknown[] {
    return this.items.map(writable);
  }
}

/** An object that arrives in pieces: strings are concatenated, lists extended, any other value replaced. */
export class GrowingObject {
  readonly #members = new Map<string, Growing>();

  add(piece: JsonNode): void {
    for (const [key, node] of piece.entries()) this.grow(key, node);
  }

  /** Adds a piece of one member. */
  grow(key: string, node: JsonNode): void {
    const grown = grow(this.#members.get(key), node, key);
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

function grow(known: Growing | undefined, node: JsonNode, key: string): Growing {
  if (node.kind === "null") return known ?? node;
  const text = node.string();
  if (text !== undefined) return growText(known, text, key);
  if (node.kind === "object") {
    const object = known instanceof GrowingObject ? known : new GrowingObject();
    object.add(node);
    return object;
  }
  if (node.kind === "array") {
    const list = known instanceof GrowingList ? known : new GrowingList();
    list.add(node);
    return list;
  }
  return node;
}

function growText(known: Growing | undefined, text: string, key: string): Growing {
  if (!(known instanceof GrowingText)) return new GrowingText(text);
  if (NAMES.has(key)) {
    if (text !== "") known.text = text;
    // Some servers repeat a function's whole name with each piece of its arguments.
  } else if (key !== "name" || known.text !== text) known.text += text;
  return known;
}
