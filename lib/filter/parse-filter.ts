import { attributeField } from "@/lib/contract/attribute-field";
import { type JsonText, toJsonText } from "@/lib/json/text";

import { type Field, fieldMeant, FIELDS, fieldNamed } from "./fields";
import { type Comparison, type FieldFilter, type Filter, FilterError, combine } from "./filter";
import { expressionOfText } from "./expression-of-text";
import { type Operator, RELATION_WORDS, scanFilter, type Token } from "./scan";
import { readValue } from "./value";
import { isAny } from "./wildcard";

const COMPARISONS: Record<Operator, Comparison> = {
  ":": "is",
  "~": "contains",
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
};

/** The comparisons that each type of field supports. */
export const COMPARABLE: Record<Field["type"], readonly Comparison[]> = {
  text: ["is", "like", "contains", "exists"],
  choice: ["is", "exists"],
  number: ["is", ">", ">=", "<", "<=", "exists"],
  duration: ["is", ">", ">=", "<", "<=", "exists"],
  time: [">", ">=", "<", "<=", "is", "exists"],
  json: ["is", "like", "contains", ">", ">=", "<", "<=", "exists"],
};

/** Conditions of one filter, and how deep its parentheses, relations and negations may be nested. */
const FILTER_CONDITIONS = 100;
const FILTER_DEPTH = 32;

type FieldToken = Extract<Token, { kind: "field" }>;
type RelationToken = Extract<Token, { kind: "relation" }>;
type WordToken = Extract<Token, { kind: "word" }>;

/**
 * Parses a filter as people type it: `status:error latency>2s (op:plan.* or "free text") not has:thread
 * has(kind:tool after(kind:agent))`. Adjacent words are one text to find. `and` is optional and binds more tightly than
 * `or`. A `$expr` in braces expresses everything else. Undefined for white space only. Throws `FilterError` with the
 * position, also for more than 100 conditions and for more than 32 levels.
 */
export function parseFilter(text: string): Filter | undefined {
  const parser = new Parser(text, scanFilter(text));
  return parser.filter();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #conditions = 0;
  #depth = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  filter(): Filter | undefined {
    if (this.#tokens.length === 1) return undefined;
    const filter = this.#any();
    const { kind, from, to } = this.#token;
    if (kind === "close") throw new FilterError("Unmatched closing parenthesis", from, to);
    if (kind !== "end")
      throw new FilterError(
        `Unexpected “${this.#source(this.#token)}”; to search for it as text, use quotes`,
        from,
        to,
      );
    return filter;
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", from: this.#text.length, to: this.#text.length };
  }

  #take(): Token {
    const token = this.#token;
    this.#at += 1;
    return token;
  }

  #any(): Filter {
    const parts = [this.#all()];
    while (this.#token.kind === "or") {
      this.#take();
      parts.push(this.#all());
    }
    return together("or", parts);
  }

  #all(): Filter {
    const parts = [this.#one()];
    for (;;) {
      const { kind } = this.#token;
      if (kind === "and") this.#take();
      else if (kind === "or" || kind === "close" || kind === "end" || kind === "comma") break;
      parts.push(this.#one());
    }
    return together("and", parts);
  }

  #one(): Filter {
    const token = this.#take();
    switch (token.kind) {
      case "not":
        return this.#inside(token, () => ({ kind: "not", part: this.#one() }));
      case "open":
        return this.#inside(token, () => this.#group(token));
      case "relation":
        return this.#inside(token, () => this.#related(token));
      default:
        return this.#condition(token);
    }
  }

  /** One level deeper. */
  #inside(token: Token, read: () => Filter): Filter {
    if (this.#depth === FILTER_DEPTH)
      throw new FilterError(`A filter can be nested at most ${FILTER_DEPTH} levels deep`, token.from, token.to);
    this.#depth += 1;
    const filter = read();
    this.#depth -= 1;
    return filter;
  }

  #condition(token: Token): Filter {
    if (this.#conditions === FILTER_CONDITIONS && token.kind !== "end")
      throw new FilterError(`A filter can have at most ${FILTER_CONDITIONS} conditions`, token.from, token.to);
    this.#conditions += 1;
    switch (token.kind) {
      case "field":
        return this.#comparison(token);
      case "json":
        return { kind: "expression", expression: expressionOfText(token) };
      case "word":
        return token.isQuoted ? { kind: "text", text: token.text } : this.#phrase(token);
      case "end":
        throw new FilterError("A condition is missing at the end", Math.max(0, token.from - 1), token.to);
      default:
        throw new FilterError(`A condition is missing before ${this.#source(token)}`, token.from, token.to);
    }
  }

  /** Up to the parenthesis that closes `open`. */
  #group(open: Token): Filter {
    const filter = this.#any();
    const close = this.#take();
    if (close.kind === "close") return filter;
    throw new FilterError("Missing closing parenthesis", open.from, open.to);
  }

  #related(token: RelationToken): Filter {
    if (this.#token.kind === "close") {
      const word = RELATION_WORDS[token.relation];
      throw new FilterError(`${word}() needs a condition, as in ${word}(status:error)`, token.from, this.#token.to);
    }
    return { kind: "related", relation: token.relation, part: this.#group(token) };
  }

  /** Adjacent plain words, with the space and commas between them. */
  #phrase(first: Token): Filter {
    let last = first;
    while (this.#isInPhrase(this.#token)) last = this.#take();
    return { kind: "text", text: this.#text.slice(first.from, last.to) };
  }

  #isInPhrase(token: Token): boolean {
    return token.kind === "comma" || (token.kind === "word" && !token.isQuoted);
  }

  #comparison(token: FieldToken): Filter {
    if (token.name === "has" && token.operator === ":") return this.#existence();
    const named = fieldNamed(token.name);
    const end = token.from + this.#nameLength(token);
    if (!named) throw new FilterError(unknownField(token.name), token.from, end);
    const comparison = COMPARISONS[token.operator];
    if (!COMPARABLE[named.type].includes(comparison))
      throw new FilterError(wrongComparison(named, token.operator), token.from, token.to);
    const words = this.#words(named);
    const [word, second] = words;
    if (!word) throw new FilterError(`A value is missing after ${named.name}`, token.from, token.to);
    if (second && comparison !== "is")
      throw new FilterError(
        `${token.operator} takes one value; for several, use a colon, as in model:a,b`,
        token.from,
        this.#token.from,
      );
    return comparison === "is" ? isOneOf(named, words) : compared(named, comparison, [word]);
  }

  #existence(): Filter {
    const token = this.#take();
    const field = token.kind === "word" ? fieldNamed(token.text) : undefined;
    if (!field) throw new FilterError("has: needs a field, as in has:thread", token.from, token.to);
    return { kind: "field", field: field.path, comparison: "exists", values: [] };
  }

  #words(field: Field): WordToken[] {
    const isList = this.#token.kind === "open";
    const open = isList ? this.#take() : this.#token;
    const words: WordToken[] = [];
    for (;;) {
      const token = this.#token;
      if (token.kind === "word") words.push(token);
      else if (isList && token.kind === "close") break;
      else if (isList && token.kind === "end") throw new FilterError("Missing closing parenthesis", open.from, open.to);
      else throw new FilterError(`A value for ${field.name} is missing`, token.from, Math.max(token.to, token.from));
      this.#take();
      if (this.#token.kind === "comma") this.#take();
      else if (!isList) break;
    }
    if (isList) this.#take();
    return words;
  }

  #nameLength({ from, to, operator }: FieldToken): number {
    return to - from - operator.length;
  }

  #source({ from, to }: Token): string {
    return this.#text.slice(from, to);
  }
}

/** The filter for values after a colon, each of the field that is meant by it. */
function isOneOf(named: Field, words: readonly WordToken[]): Filter {
  const fieldOf = ({ text }: WordToken) => fieldMeant(named, text);
  const fields = [...new Set(words.map(fieldOf))];
  return together(
    "or",
    fields.map((field) =>
      isOneIn(
        field,
        words.filter((word) => fieldOf(word) === field),
      ),
    ),
  );
}

/** Equal to one of the values, matching one with wildcards, or any value. */
function isOneIn(field: Field, words: readonly WordToken[]): Filter {
  const exact = words.filter(({ pattern }) => pattern === undefined);
  const others = words.flatMap((word) => matching(field, word) ?? []);
  return together("or", [...(exact.length > 0 ? [compared(field, "is", exact)] : []), ...others]);
}

function matching(field: Field, { pattern, from, to }: WordToken): FieldFilter | undefined {
  if (pattern === undefined) return undefined;
  const filter = { kind: "field", field: field.path } as const;
  if (isAny(pattern)) return { ...filter, comparison: "exists", values: [] };
  if (COMPARABLE[field.type].includes("like")) return { ...filter, comparison: "like", values: [toJsonText(pattern)] };
  throw new FilterError(`${field.name} does not support * within a value`, from, to);
}

function compared(field: Field, comparison: Comparison, words: readonly WordToken[]): FieldFilter {
  return {
    kind: "field",
    field: field.path,
    comparison,
    values: words.map((word) => valueOf(field, comparison, word)),
  };
}

function valueOf(field: Field, comparison: Comparison, { text, isQuoted, from, to }: WordToken): JsonText {
  const read = readValue(field, comparison, text, isQuoted);
  if ("problem" in read) throw new FilterError(sentence(read.problem), from, to);
  return read.value;
}

function together(kind: "and" | "or", parts: Filter[]): Filter {
  const [first] = parts;
  return (parts.length > 1 ? combine(kind, parts) : first) ?? { kind: "text", text: "" };
}

function unknownField(name: string): string {
  const near = FIELDS.find((field) => field.name.startsWith(name.slice(0, 3).toLowerCase()));
  const hint = near ? `Did you mean ${near.name}?` : `For an attribute, use "${attributeField(name)}".`;
  return `Unknown field ${name}. ${hint} To search for text, put it in quotes`;
}

function wrongComparison({ name, type }: Field, operator: Operator): string {
  const signs = COMPARABLE[type].flatMap(
    (comparison) => Object.entries(COMPARISONS).find(([, of]) => of === comparison)?.[0] ?? [],
  );
  return `${name} does not support ${operator}, only ${signs.join(" ")}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
