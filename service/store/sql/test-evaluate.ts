import { type Expression, type Query, type Relation, fieldPath } from "@/lib/contract/expression";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

/** For tests: evaluates a query expression without SQL. Undefined is SQL's null. */
export type Value =
  | { type: "json"; node: JsonNode }
  | { type: "text"; text: string }
  | { type: "number"; digits: string }
  | { type: "boolean"; truth: boolean }
  | undefined;

/** The value of a field of the current row, by its dotted path. */
export type FieldReader = (path: string) => Value;

/** The fields of the rows that are related to the current one. */
export type RelatedReader = (relation: Relation) => readonly Row[];

interface Row {
  field: FieldReader;
  related: RelatedReader;
}

export function matches({ $expr }: Query, field: FieldReader, related: RelatedReader = () => []): boolean {
  return new Evaluator({ field, related }).condition($expr) === true;
}

/** The value at a path inside a payload; both a missing value and JSON null are null. */
export function valueInside(payload: JsonText | undefined, path: string): Value {
  let node = payload && JsonNode.parse(payload);
  for (const step of fieldPath(path) ?? []) node = node?.get(step) ?? node?.item(Number(step));
  return node && node.kind !== "null" ? { type: "json", node } : undefined;
}

type Ordering = "$eq" | "$gt" | "$gte" | "$lt" | "$lte";
const MIRRORED = { $eq: "$eq", $gt: "$lt", $gte: "$lte", $lt: "$gt", $lte: "$gte" } as const;

class Evaluator {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  condition(expression: Expression): boolean | undefined {
    if ("$and" in expression) return all(expression.$and.map((one) => this.condition(one)));
    if ("$or" in expression) return any(expression.$or.map((one) => this.condition(one)));
    if ("$not" in expression) return not(this.condition(expression.$not[0]));
    for (const operator of ["$eq", "$gt", "$gte", "$lt", "$lte"] as const) {
      const operands: [Expression, Expression] | undefined = Object.getOwnPropertyDescriptor(
        expression,
        operator,
      )?.value;
      if (operands) return this.#compare(operator, ...operands);
    }
    if ("$in" in expression) return any(expression.$in[1].map((one) => this.#compare("$eq", expression.$in[0], one)));
    if ("$contains" in expression) {
      const { input, substr, case_insensitive } = expression.$contains;
      const [text, part] = [asText(this.#value(input)), asText(this.#value(substr))];
      if (text === undefined || part === undefined) return undefined;
      return case_insensitive ? text.toLowerCase().includes(part.toLowerCase()) : text.includes(part);
    }
    if ("$like" in expression) {
      const text = asText(this.#value(expression.$like.input));
      return text === undefined ? undefined : patternOf(expression.$like.pattern).test(text);
    }
    if ("$related" in expression) {
      const { relation, condition } = expression.$related;
      return this.#row.related(relation).some((row) => new Evaluator(row).condition(condition) === true);
    }
    return truth(this.#value(expression));
  }

  #compare(operator: Ordering, left: Expression, right: Expression): boolean | undefined {
    if (!("$literal" in right) && "$literal" in left) return this.#compare(MIRRORED[operator], right, left);
    const [value, literal] = [this.#value(left), this.#value(right)];
    if (literal === undefined) return operator === "$eq" ? value === undefined : undefined;
    const order = orderOf(value, literal);
    if (order === undefined) return undefined;
    return { $eq: order === 0, $gt: order > 0, $gte: order >= 0, $lt: order < 0, $lte: order <= 0 }[operator];
  }

  #value(expression: Expression): Value {
    if ("$literal" in expression) return literalValue(JsonNode.parse(expression.$literal));
    if ("$getField" in expression) return this.#row.field(expression.$getField);
    if (!("$convert" in expression)) {
      const result = this.condition(expression);
      return result === undefined ? undefined : { type: "boolean", truth: result };
    }
    const value = this.#value(expression.$convert.input);
    const digits = asNumber(value);
    const text = asText(value);
    switch (expression.$convert.to) {
      case "int":
        return digits === undefined ? undefined : { type: "number", digits: digits.replace(/\..*/, "") };
      case "double":
        return digits === undefined ? undefined : { type: "number", digits };
      case "string":
        return text === undefined ? undefined : { type: "text", text };
      case "bool":
        return { type: "boolean", truth: truth(value) ?? false };
      case "exists":
        return { type: "boolean", truth: value !== undefined };
    }
  }
}

/** A pattern of `$like` as a regular expression. */
function patternOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/\\?[^]/gu, (one) => {
    if (one === "%") return "[^]*";
    if (one === "_") return "[^]";
    return one.replace(/^\\(?=[^])/u, "").replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "u");
}

function literalValue(node: JsonNode): Value {
  if (node.kind === "null") return undefined;
  if (node.kind === "string") return { type: "text", text: node.string() ?? "" };
  if (node.kind === "number") return { type: "number", digits: node.raw };
  if (node.kind === "boolean") return { type: "boolean", truth: node.raw === "true" };
  return { type: "json", node };
}

/** Below, at or above 0 as the value is below, equal to or above the literal, both read as the literal's type. */
function orderOf(value: Value, literal: NonNullable<Value>): number | undefined {
  if (value === undefined) return undefined;
  switch (literal.type) {
    case "number": {
      const digits = asNumber(value);
      return digits === undefined ? undefined : difference(scaled(digits), scaled(literal.digits));
    }
    case "text": {
      const text = asText(value);
      return text === undefined ? undefined : Buffer.compare(Buffer.from(text), Buffer.from(literal.text));
    }
    case "boolean": {
      const read = asBoolean(value);
      return read === undefined ? undefined : Number(read) - Number(literal.truth);
    }
    case "json":
      return value.type === "json" && spelled(value.node, true) === spelled(literal.node, true) ? 0 : 1;
  }
}

const difference = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** Ten digits after the decimal point are more than the tests use. */
function scaled(digits: string): bigint {
  const [whole = "", fraction = ""] = digits.split(".");
  return BigInt(whole + fraction.padEnd(10, "0"));
}

function asNumber(value: Value): string | undefined {
  if (value?.type === "number") return value.digits;
  if (value?.type === "boolean") return value.truth ? "1" : "0";
  if (value?.type === "json" && value.node.kind === "number") return value.node.raw;
  const text = value?.type === "text" || (value?.type === "json" && value.node.kind === "string") ? asText(value) : "";
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? text : undefined;
}

function asText(value: Value): string | undefined {
  switch (value?.type) {
    case "text":
      return value.text;
    case "number":
      return value.digits;
    case "boolean":
      return String(value.truth);
    case "json":
      return value.node.string() ?? spelled(value.node);
  }
  return undefined;
}

function asBoolean(value: NonNullable<Value>): boolean | undefined {
  if (value.type === "boolean") return value.truth;
  const isNumber = value.type === "number" || (value.type === "json" && value.node.kind === "number");
  const text = isNumber ? undefined : asText(value);
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** False only when null, false, 0 or empty; a condition that is null stays so. */
function truth(value: Value): boolean | undefined {
  if (value === undefined) return false;
  if (value.type === "boolean") return value.truth;
  if (value.type === "text") return value.text !== "";
  if (value.type === "number") return Number(value.digits) !== 0;
  const { node } = value;
  if (node.kind === "number") return node.number() !== 0;
  return node.kind === "string" ? node.string() !== "" : (node.boolean() ?? node.size > 0);
}

/** JSON with one space after each comma and colon; `equal` writes equal numbers alike. */
function spelled(node: JsonNode, equal = false): string {
  if (node.kind === "array") return `[${[...node.items()].map((item) => spelled(item, equal)).join(", ")}]`;
  if (node.kind === "object")
    return `{${[...node.entries()].map(([key, item]) => `${JSON.stringify(key)}: ${spelled(item, equal)}`).join(", ")}}`;
  return equal && node.kind === "number" ? String(scaled(node.raw)) : node.raw;
}

function all(conditions: (boolean | undefined)[]): boolean | undefined {
  if (conditions.includes(false)) return false;
  return conditions.includes(undefined) ? undefined : true;
}

function any(conditions: (boolean | undefined)[]): boolean | undefined {
  return not(all(conditions.map(not)));
}

function not(condition: boolean | undefined): boolean | undefined {
  return condition === undefined ? undefined : !condition;
}
