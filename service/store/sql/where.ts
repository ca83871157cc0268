import { invalidField } from "@/lib/contract/validate";
import { type Expression, type Query, escapePattern } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { normalizeTimestamp } from "@/lib/contract/time";
import type { Parameters } from "./parameters";
import {
  type FieldResolver,
  type SqlValue,
  asBoolean,
  asCondition,
  asJson,
  asNumber,
  asText,
  isMissing,
} from "./sql-value";

type Comparison = "=" | ">" | ">=" | "<" | "<=";
type Contains = Extract<Expression, { $contains: unknown }>["$contains"];
type Convert = Extract<Expression, { $convert: unknown }>["$convert"];
type Like = Extract<Expression, { $like: unknown }>["$like"];
type Related = Extract<Expression, { $related: unknown }>["$related"];

/** What the rows of a resource are filtered by: their fields, and rows that are related to them. */
export interface Scope {
  resolve: FieldResolver;
  /** The condition that some related row meets the condition that `compile` writes in the scope of that row. */
  relate?: (related: Related, compile: (scope: Scope) => string, parameters: Parameters) => string;
}

/**
 * A query expression as an SQL condition (design, "Query expressions"). All values from the caller are bound. Throws
 * `invalid`, with its path in the request, for a field that does not exist, a literal that cannot be compared, or a
 * relation that the resource does not have.
 */
export function compileQuery({ $expr }: Query, scope: Scope, parameters: Parameters, path = "query.$expr"): string {
  return new Compiler(scope, parameters).condition($expr, path);
}

class Compiler {
  readonly #scope: Scope;
  readonly #parameters: Parameters;

  constructor(scope: Scope, parameters: Parameters) {
    this.#scope = scope;
    this.#parameters = parameters;
  }

  condition(expression: Expression, path: string): string {
    return asCondition(this.#one(expression, path));
  }

  /** A single value: of several there is none that could be converted or compared with another field. */
  #one(expression: Expression, path: string): SqlValue {
    const value = this.#value(expression, path);
    if (value.some) throw invalidField(path, "has several values; compare it with a literal");
    return value;
  }

  #value(expression: Expression, path: string): SqlValue {
    if ("$and" in expression) return this.#junction(expression.$and, "and", `${path}.$and`);
    if ("$or" in expression) return this.#junction(expression.$or, "or", `${path}.$or`);
    if ("$not" in expression) return boolean(`not ${this.condition(expression.$not[0], `${path}.$not[0]`)}`);
    if ("$eq" in expression) return this.#comparison(expression.$eq, "=", `${path}.$eq`);
    if ("$gt" in expression) return this.#comparison(expression.$gt, ">", `${path}.$gt`);
    if ("$gte" in expression) return this.#comparison(expression.$gte, ">=", `${path}.$gte`);
    if ("$lt" in expression) return this.#comparison(expression.$lt, "<", `${path}.$lt`);
    if ("$lte" in expression) return this.#comparison(expression.$lte, "<=", `${path}.$lte`);
    if ("$in" in expression) return this.#membership(expression.$in, `${path}.$in`);
    if ("$contains" in expression) return this.#search(expression.$contains, `${path}.$contains`);
    if ("$like" in expression) return this.#pattern(expression.$like, `${path}.$like`);
    if ("$related" in expression) return this.#related(expression.$related, `${path}.$related`);
    if ("$convert" in expression) return this.#conversion(expression.$convert, `${path}.$convert`);
    if ("$getField" in expression) return this.#field(expression.$getField, `${path}.$getField`);
    return this.#literal(expression.$literal, `${path}.$literal`);
  }

  #junction(operands: Expression[], operator: "and" | "or", path: string): SqlValue {
    const conditions = operands.map((operand, place) => this.condition(operand, `${path}[${place}]`));
    return boolean(conditions.join(` ${operator} `));
  }

  #comparison(operands: [Expression, Expression], operator: Comparison, path: string): SqlValue {
    return this.#compare(operands, operator, [`${path}[0]`, `${path}[1]`]);
  }

  #compare([left, right]: [Expression, Expression], operator: Comparison, paths: [string, string]): SqlValue {
    if ("$literal" in right) return this.#compareLiteral(left, operator, right.$literal, paths);
    if ("$literal" in left) return this.#compareLiteral(right, MIRRORED[operator], left.$literal, [paths[1], paths[0]]);
    return boolean(compareFields(this.#one(left, paths[0]), operator, this.#one(right, paths[1])));
  }

  #membership([left, options]: [Expression, Expression[]], path: string): SqlValue {
    if (options.length === 0) return boolean("false");
    const equals = options.map(
      (option, place) => this.#compare([left, option], "=", [`${path}[0]`, `${path}[1][${place}]`]).sql,
    );
    return boolean(equals.join(" or "));
  }

  /** The type of the comparison is that of the literal. */
  #compareLiteral(other: Expression, operator: Comparison, json: JsonText, paths: [string, string]): SqlValue {
    const value = this.#value(other, paths[0]);
    // The value is mentioned even if it has no effect, because every bound parameter must be used.
    if (json.kind === "null")
      return boolean(operator === "=" ? isMissing(value) : `case when ${isMissing(value)} then null::boolean end`);
    return boolean(ofSome(value, (one) => this.#meets(one, operator, json, paths[1])));
  }

  #meets(value: SqlValue, operator: Comparison, json: JsonText, path: string): string {
    if (value.type === "time") return `${value.sql} ${operator} ${this.#time(json, path)}`;
    if (operator === "=" && value.equals && json.kind === "string")
      return value.equals(JsonNode.parse(json).string() ?? "");
    const bound = this.#literal(json, path);
    switch (json.kind) {
      case "number":
        return `${asNumber(value)} ${operator} ${bound.sql}`;
      case "string":
        return `${asText(value)} ${operator} ${bound.sql}`;
      case "boolean":
        return `${asBoolean(value)} ${operator} ${bound.sql}`;
      default:
        if (operator !== "=") throw invalidField(path, "a list or an object can only be compared with $eq and $in");
        return `${asJson(value)} = ${bound.sql}`;
    }
  }

  #search({ input, substr, case_insensitive: anyCase }: Contains, path: string): SqlValue {
    const value = this.#value(input, `${path}.input`);
    const text = "$literal" in substr ? JsonNode.parse(substr.$literal).string() : undefined;
    const fold = anyCase ? foldFor(text) : asIs;
    if (text === undefined) {
      const needle = asText(this.#one(substr, `${path}.substr`));
      return boolean(ofSome(value, (one) => `strpos(${fold(searched(one))}, ${fold(needle)}) > 0`));
    }
    // The planner estimates that few rows match a pattern, which is right here, and that many match a position.
    const pattern = this.#parameters.add(`%${escapePattern(text)}%`, "text");
    return boolean(ofSome(value, (one) => `${fold(searched(one))} like ${fold(pattern)}`));
  }

  #pattern({ input, pattern }: Like, path: string): SqlValue {
    const value = this.#value(input, `${path}.input`);
    const bound = this.#parameters.add(pattern, "text");
    return boolean(ofSome(value, (one) => `${asText(one)} like ${bound}`));
  }

  #related(related: Related, path: string): SqlValue {
    const { relate } = this.#scope;
    if (!relate) throw invalidField(path, "is only for calls");
    const compile = (scope: Scope) =>
      new Compiler(scope, this.#parameters).condition(related.condition, `${path}.condition`);
    return boolean(relate(related, compile, this.#parameters));
  }

  #conversion({ input, to }: Convert, path: string): SqlValue {
    if (to === "exists") return boolean(`not ${isMissing(this.#value(input, `${path}.input`))}`);
    const value = this.#one(input, `${path}.input`);
    switch (to) {
      case "int":
        return { sql: `trunc(${asNumber(value)})`, type: "number" };
      case "double":
        return { sql: asNumber(value), type: "number" };
      case "string":
        return { sql: asText(value), type: "text" };
      case "bool":
        return boolean(asCondition(value));
    }
  }

  #field(name: string, path: string): SqlValue {
    const value = this.#scope.resolve(name, this.#parameters);
    if (!value) throw invalidField(path, `${name} is not a field that can be queried`);
    return value;
  }

  #literal(json: JsonText, path: string): SqlValue {
    const node = JsonNode.parse(json);
    switch (json.kind) {
      case "null":
        return { sql: "null::text", type: "text" };
      case "string":
        return { sql: this.#parameters.add(node.string(), "text"), type: "text" };
      case "boolean":
        return boolean(json.text);
      case "number":
        if (!isStorableNumber(json.text)) throw invalidField(path, "is a number out of range");
        return { sql: this.#parameters.add(json.text, "numeric"), type: "number" };
      default:
        return { sql: `loupe_jsonb(${this.#parameters.add(json.text, "text")})`, type: "json" };
    }
  }

  #time(json: JsonText, path: string): string {
    const node = JsonNode.parse(json);
    const seconds = node.number();
    if (seconds !== undefined && Math.abs(seconds) < LAST_SECOND)
      return `to_timestamp(${this.#parameters.add(seconds, "double precision")})`;
    const time = normalizeTimestamp(node.string() ?? "");
    if (time === undefined) throw invalidField(path, "must be an ISO 8601 date-time or a number of epoch seconds");
    return this.#parameters.add(time, "timestamptz");
  }
}

const MIRRORED = { "=": "=", ">": "<", ">=": "<=", "<": ">", "<=": ">=" } as const;
/** Epoch seconds of the year 10000. */
const LAST_SECOND = 253_402_300_800;

const asIs = (text: string) => text;

/** How texts are folded to ignore case; only as much as the needle requires, since folding is slow. */
function foldFor(text: string | undefined): (value: string) => string {
  if (text === undefined) return (value) => `loupe_fold(${value})`;
  if (text.toLowerCase() === text.toUpperCase()) return asIs;
  return (value) => (ASCII.test(text) ? `lower(${value} collate "C")` : `loupe_fold(${value})`);
}

const ASCII = /^\p{ASCII}*$/u;

function boolean(sql: string): SqlValue {
  return { sql: `(${sql})`, type: "boolean" };
}

/** The condition that the value, or one of several, meets a condition. */
function ofSome(value: SqlValue, meets: (one: SqlValue) => string): string {
  return value.some ? value.some(meets) : meets(value);
}

const searched = (value: SqlValue) => value.searchable ?? asText(value);

function compareFields(left: SqlValue, operator: Comparison, right: SqlValue): string {
  const isPlain = left.missingAs === undefined && right.missingAs === undefined;
  if (left.type === right.type && isPlain) return `${left.sql} ${operator} ${right.sql}`;
  const types = [left.type, right.type];
  const as = types.includes("number") ? asNumber : types.includes("boolean") ? asBoolean : asText;
  return `${as(left)} ${operator} ${as(right)}`;
}

/** numeric supports about 131,000 digits before the decimal point; no real value needs more than this. */
export function isStorableNumber(text: string): boolean {
  const [, exponent = "0"] = text.split(/[eE]/);
  return text.length < 1000 && Math.abs(Number(exponent)) < 10_000;
}
