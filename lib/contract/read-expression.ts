import type { PayloadPlan } from "@/lib/json/slice";
import { JSON_DEPTH } from "@/lib/json/depth";
import { JsonText, TooDeepJson } from "@/lib/json/text";
import { CONVERT_TO, type Expression, fieldPath, RELATIONS } from "./expression";
import { excess } from "./expression-parts";
import { NAME_CHARS } from "./limits";

type Path = readonly (string | number)[];

/** A value that is not a query expression; `path` leads to the part that is wrong. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

const LITERAL: PayloadPlan = { payload: true, nullable: false, field: () => undefined, items: () => undefined };

/** Where the literals of an expression are, for `parseJson`. */
export const EXPRESSION_PLAN: PayloadPlan = {
  payload: false,
  nullable: false,
  field: (key) => (key === "$literal" ? LITERAL : EXPRESSION_PLAN),
  items: () => EXPRESSION_PLAN,
};

/** Patterns of `$like`: each backslash is followed by the character that it escapes. */
export const PATTERN = /^(?:[^\\]|\\[\s\S])*$/;

/** Reads a query expression from JSON that was parsed by `EXPRESSION_PLAN`. Throws `ExpressionError`. */
export function readExpression(value: unknown): Expression {
  const expression = readOne(value, []);
  const message = excess(expression);
  if (message) throw new ExpressionError([], message);
  return expression;
}

/** What is wrong with such a value, and where; undefined when it is an expression. */
export function expressionMismatch(value: unknown): ExpressionError | undefined {
  try {
    readExpression(value);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

function readOne(value: unknown, path: Path): Expression {
  const members = membersOf(value);
  if (!members) throw new ExpressionError(path, 'expected an operator, such as {"$getField": "op_name"}');
  const [first, ...more] = members;
  if (!first || more.length > 0) {
    const unknown = members.find(([name]) => !Object.hasOwn(READERS, name));
    if (unknown) throw new ExpressionError([...path, unknown[0]], "is not a known field");
    const found =
      members
        .map(([name]) => name)
        .toSorted()
        .join(" and ") || "none";
    throw new ExpressionError(path, `expected exactly one operator, found ${found}`);
  }
  const [name, given] = first;
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!read) throw new ExpressionError([...path, name], "is not a known field");
  return read(given, [...path, name]);
}

type Read = (given: unknown, path: Path) => Expression;

const READERS: Partial<Record<string, Read>> = {
  $and: (given, path) => ({ $and: readSome(given, path) }),
  $or: (given, path) => ({ $or: readSome(given, path) }),
  $not: (given, path) => ({ $not: readNot(given, path) }),
  $eq: (given, path) => ({ $eq: readTwo(given, path) }),
  $gt: (given, path) => ({ $gt: readTwo(given, path) }),
  $gte: (given, path) => ({ $gte: readTwo(given, path) }),
  $lt: (given, path) => ({ $lt: readTwo(given, path) }),
  $lte: (given, path) => ({ $lte: readTwo(given, path) }),
  $in: readIn,
  $contains: readContains,
  $like: readLike,
  $related: readRelated,
  $getField: readField,
  $literal: readLiteral,
  $convert: readConvert,
};

function readSome(given: unknown, path: Path): Expression[] {
  const operands = readList(given, path, "expected an array of operands");
  if (operands.length === 0) throw new ExpressionError(path, "expected one or more operands");
  return operands;
}

function readNot(given: unknown, path: Path): [Expression] {
  const message = "expected an array of exactly one operand";
  const [one, ...rest] = readList(given, path, message);
  if (!one || rest.length > 0) throw new ExpressionError(path, message);
  return [one];
}

function readTwo(given: unknown, path: Path): [Expression, Expression] {
  const [one, two, ...rest] = readList(given, path, "expected two operands");
  if (!one || !two || rest.length > 0) throw new ExpressionError(path, "expected two operands");
  return [one, two];
}

function readIn(given: unknown, path: Path): Expression {
  if (!Array.isArray(given) || given.length !== 2)
    throw new ExpressionError(path, "expected an operand and an array of operands");
  const among = readList(given[1], [...path, 1], "expected an array of operands");
  return { $in: [readOne(given[0], [...path, 0]), among] };
}

function readContains(given: unknown, path: Path): Expression {
  const { input, substr, case_insensitive } = readParts(given, path, ["input", "substr", "case_insensitive"]);
  if (case_insensitive !== undefined && case_insensitive !== null && typeof case_insensitive !== "boolean")
    throw new ExpressionError([...path, "case_insensitive"], "must be true or false");
  const sides = { input: readOne(input, [...path, "input"]), substr: readOne(substr, [...path, "substr"]) };
  return { $contains: case_insensitive === undefined ? sides : { ...sides, case_insensitive } };
}

function readLike(given: unknown, path: Path): Expression {
  const { input, pattern } = readParts(given, path, ["input", "pattern"]);
  const at = [...path, "pattern"];
  if (typeof pattern !== "string") throw new ExpressionError(at, "must be a string");
  if (pattern.length > NAME_CHARS) throw new ExpressionError(at, `must have at most ${NAME_CHARS} characters`);
  if (!PATTERN.test(pattern)) throw new ExpressionError(at, "must not end in a single backslash");
  return { $like: { input: readOne(input, [...path, "input"]), pattern } };
}

function readRelated(given: unknown, path: Path): Expression {
  const { relation, condition } = readParts(given, path, ["relation", "condition"]);
  const known = RELATIONS.find((one) => one === relation);
  if (!known) throw new ExpressionError([...path, "relation"], `expected one of ${RELATIONS.join(", ")}`);
  return { $related: { relation: known, condition: readOne(condition, [...path, "condition"]) } };
}

function readField(given: unknown, path: Path): Expression {
  if (typeof given !== "string") throw new ExpressionError(path, "expected a dotted path");
  if (given.length > NAME_CHARS) throw new ExpressionError(path, `must have at most ${NAME_CHARS} characters`);
  if (fieldPath(given) === undefined) throw new ExpressionError(path, "has an empty name in its path");
  return { $getField: given };
}

function readLiteral(given: unknown, path: Path): Expression {
  if (given instanceof JsonText && !(given instanceof TooDeepJson)) return { $literal: given };
  throw new ExpressionError(path, `is nested deeper than ${JSON_DEPTH} levels`);
}

function readConvert(given: unknown, path: Path): Expression {
  const { input, to } = readParts(given, path, ["input", "to"]);
  const known = CONVERT_TO.find((one) => one === to);
  if (!known) throw new ExpressionError([...path, "to"], `expected one of ${CONVERT_TO.join(", ")}`);
  return { $convert: { input: readOne(input, [...path, "input"]), to: known } };
}

function readList(given: unknown, path: Path, message: string): Expression[] {
  if (!Array.isArray(given)) throw new ExpressionError(path, message);
  return given.map((one: unknown, index) => readOne(one, [...path, index]));
}

function readParts(given: unknown, path: Path, names: readonly string[]): Partial<Record<string, unknown>> {
  const members = membersOf(given);
  if (!members) throw new ExpressionError(path, `expected an object with the fields ${names.join(", ")}`);
  const unknown = members.find(([name]) => !names.includes(name));
  if (unknown) throw new ExpressionError([...path, unknown[0]], "is not a known field");
  return Object.fromEntries(members);
}

function membersOf(value: unknown): [string, unknown][] | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
  return isObject ? Object.entries(value) : undefined;
}
