import { AppError } from "@/lib/contract/app-error";
import type { Expression, Query } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { normalizeTimestamp } from "@/lib/contract/time";
import type { Parameters } from "./parameters";
import { type FieldResolver, type SqlValue, asBoolean, asCondition, asJson, asNumber, asText } from "./sql-value";

type Comparison = "=" | ">" | ">=" | "<" | "<=";
type Contains = Extract<Expression, { $contains: unknown }>["$contains"];
type Convert = Extract<Expression, { $convert: unknown }>["$convert"];

/**
 * A query expression as an SQL condition (design, "Query expressions"). All values from the caller are bound. Throws
 * `invalid` with the path of a field that does not exist or a literal that cannot be compared.
 */
export function compileQuery({ $expr }: Query, resolve: FieldResolver, parameters: Parameters): string {
  return new Compiler(resolve, parameters).condition($expr, "query.$expr");
}

class Compiler {
  readonly #resolve: FieldResolver;
  readonly #parameters: Parameters;

  constructor(resolve: FieldResolver, parameters: Parameters) {
    this.#resolve = resolve;
    this.#parameters = parameters;
  }

  condition(expression: Expression, path: string): string {
    return asCondition(this.#value(expression, path));
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
    return boolean(compareFields(this.#value(left, paths[0]), operator, this.#value(right, paths[1])));
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
    if (value.type === "time") return boolean(`${value.sql} ${operator} ${this.#time(json, paths[1])}`);
    if (operator === "=" && value.equals && json.kind === "string")
      return boolean(value.equals(JsonNode.parse(json).string() ?? ""));
    const bound = this.#literal(json, paths[1]);
    switch (json.kind) {
      case "number":
        return boolean(`${asNumber(value)} ${operator} ${bound.sql}`);
      case "string":
        return boolean(`${asText(value)} ${operator} ${bound.sql}`);
      case "boolean":
        return boolean(`${asBoolean(value)} ${operator} ${bound.sql}`);
      default:
        if (operator !== "=") throw invalid(paths[1], "a list or an object can only be compared with $eq and $in");
        return boolean(`${asJson(value)} = ${bound.sql}`);
    }
  }

  #search({ input, substr, case_insensitive: anyCase }: Contains, path: string): SqlValue {
    const value = this.#value(input, `${path}.input`);
    const haystack = value.searchable ?? asText(value);
    const text = "$literal" in substr ? JsonNode.parse(substr.$literal).string() : undefined;
    const fold = anyCase ? foldFor(text) : asIs;
    if (text === undefined) {
      const needle = asText(this.#value(substr, `${path}.substr`));
      return boolean(`strpos(${fold(haystack)}, ${fold(needle)}) > 0`);
    }
    // The planner estimates that few rows match a pattern, which is right here, and that many match a position.
    const pattern = this.#parameters.add(`%${text.replaceAll(/[%_\\]/g, "\\$&")}%`, "text");
    return boolean(`${fold(haystack)} like ${fold(pattern)}`);
  }

  #conversion({ input, to }: Convert, path: string): SqlValue {
    const value = this.#value(input, `${path}.input`);
    switch (to) {
      case "int":
        return { sql: `trunc(${asNumber(value)})`, type: "number" };
      case "double":
        return { sql: asNumber(value), type: "number" };
      case "string":
        return { sql: asText(value), type: "text" };
      case "bool":
        return boolean(asCondition(value));
      case "exists":
        return boolean(`not ${isMissing(value)}`);
    }
  }

  #field(name: string, path: string): SqlValue {
    const value = this.#resolve(name, this.#parameters);
    if (!value) throw invalid(path, `${name} is not a field that can be queried`);
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
        if (!isStorableNumber(json.text)) throw invalid(path, "is a number out of range");
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
    if (time === undefined) throw invalid(path, "must be an ISO 8601 date-time or a number of epoch seconds");
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

function isMissing({ sql, type }: SqlValue): string {
  return type === "json" ? `(coalesce(${sql}, 'null') = 'null')` : `(${sql} is null)`;
}

function compareFields(left: SqlValue, operator: Comparison, right: SqlValue): string {
  if (left.type === right.type) return `${left.sql} ${operator} ${right.sql}`;
  const types = [left.type, right.type];
  const as = types.includes("number") ? asNumber : types.includes("boolean") ? asBoolean : asText;
  return `${as(left)} ${operator} ${as(right)}`;
}

/** numeric supports about 131,000 digits before the decimal point; no real value needs more than this. */
export function isStorableNumber(text: string): boolean {
  const [, exponent = "0"] = text.split(/[eE]/);
  return text.length < 1000 && Math.abs(Number(exponent)) < 10_000;
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid", `${path}: ${message}`, { errors: [{ path, message }] });
}
