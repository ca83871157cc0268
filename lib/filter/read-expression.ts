import { CONVERT_TO, excess, type Expression, fieldPath } from "@/lib/contract/expression";
import { formatPath } from "@/lib/json/format-path";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson, type PayloadPlan } from "@/lib/json/slice";
import { JsonText, TooDeepJson } from "@/lib/json/text";
import { NAME_CHARS } from "@/lib/contract/limits";

import { FilterError } from "./filter";

type Path = readonly (string | number)[];

/** A mismatch; the message begins with its path. */
class Misfit extends Error {
  constructor(path: Path, message: string) {
    super(`${formatPath(["$expr", ...path])}: ${message}`);
  }
}

const LITERAL: PayloadPlan = { payload: true, nullable: false, field: () => undefined, items: () => undefined };
const PLAN: PayloadPlan = {
  payload: false,
  nullable: false,
  field: (key) => (key === "$literal" ? LITERAL : PLAN),
  items: () => PLAN,
};

/**
 * A query expression from the braces of a filter's text, or from an editor. Throws `FilterError`. The contract's own
 * schema (`querySchema`) says the same, but is too large for a page that shows a list; a test holds the two together.
 */
export function readExpression({ text, from }: { text: string; from: number }): Expression {
  try {
    const expression = readOne(parseJson(text, PLAN), []);
    const message = excess(expression);
    if (message) throw new Misfit([], message);
    return expression;
  } catch (error) {
    if (error instanceof Misfit) throw new FilterError(error.message, from, from + text.length);
    if (!(error instanceof JsonSyntaxError)) throw error;
    const at = from + Math.min(text.length, error.offset);
    const message = error.message.replace(/^Not valid JSON at character \d+: /, "");
    throw new FilterError(`This is not JSON: ${message}`, at, at + 1);
  }
}

function readOne(value: unknown, path: Path): Expression {
  const members = membersOf(value);
  if (!members) throw new Misfit(path, 'expected an operator, such as {"$getField": "op_name"}');
  const [first, ...more] = members;
  if (!first || more.length > 0) {
    const unknown = members.find(([name]) => !Object.hasOwn(READERS, name));
    if (unknown) throw new Misfit([...path, unknown[0]], "is not a known field");
    const found = members.map(([name]) => name).join(" and ") || "none";
    throw new Misfit(path, `expected exactly one operator, found ${found}`);
  }
  const [name, given] = first;
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!read) throw new Misfit([...path, name], "is not a known field");
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
  $getField: readField,
  $literal: readLiteral,
  $convert: readConvert,
};

function readSome(given: unknown, path: Path): Expression[] {
  const operands = readList(given, path, "expected a list of operands");
  if (operands.length === 0) throw new Misfit(path, "expected one or more operands");
  return operands;
}

function readNot(given: unknown, path: Path): [Expression] {
  const message = "expected a list of exactly one operand";
  const [one, ...rest] = readList(given, path, message);
  if (!one || rest.length > 0) throw new Misfit(path, message);
  return [one];
}

function readTwo(given: unknown, path: Path): [Expression, Expression] {
  const [one, two, ...rest] = readList(given, path, "expected two operands");
  if (!one || !two || rest.length > 0) throw new Misfit(path, "expected two operands");
  return [one, two];
}

function readIn(given: unknown, path: Path): Expression {
  if (!Array.isArray(given) || given.length !== 2) throw new Misfit(path, "expected an operand and a list of operands");
  const among = readList(given[1], [...path, 1], "expected a list of operands");
  return { $in: [readOne(given[0], [...path, 0]), among] };
}

function readContains(given: unknown, path: Path): Expression {
  const { input, substr, case_insensitive } = readParts(given, path, ["input", "substr", "case_insensitive"]);
  if (case_insensitive !== undefined && case_insensitive !== null && typeof case_insensitive !== "boolean")
    throw new Misfit([...path, "case_insensitive"], "must be true or false");
  const sides = { input: readOne(input, [...path, "input"]), substr: readOne(substr, [...path, "substr"]) };
  return { $contains: case_insensitive === undefined ? sides : { ...sides, case_insensitive } };
}

function readField(given: unknown, path: Path): Expression {
  if (typeof given !== "string") throw new Misfit(path, "expected a dotted path");
  if (given.length > NAME_CHARS) throw new Misfit(path, `must have at most ${NAME_CHARS} characters`);
  if (fieldPath(given) === undefined) throw new Misfit(path, "has an empty name in its path");
  return { $getField: given };
}

function readLiteral(given: unknown, path: Path): Expression {
  if (given instanceof JsonText && !(given instanceof TooDeepJson)) return { $literal: given };
  throw new Misfit(path, "is nested too deep");
}

function readConvert(given: unknown, path: Path): Expression {
  const { input, to } = readParts(given, path, ["input", "to"]);
  const known = CONVERT_TO.find((one) => one === to);
  if (!known) throw new Misfit([...path, "to"], `expected one of ${CONVERT_TO.join(", ")}`);
  return { $convert: { input: readOne(input, [...path, "input"]), to: known } };
}

function readList(given: unknown, path: Path, message: string): Expression[] {
  if (!Array.isArray(given)) throw new Misfit(path, message);
  return given.map((one: unknown, index) => readOne(one, [...path, index]));
}

function readParts(given: unknown, path: Path, names: readonly string[]): Partial<Record<string, unknown>> {
  const members = membersOf(given);
  if (!members) throw new Misfit(path, `expected an object of ${names.join(", ")}`);
  const unknown = members.find(([name]) => !names.includes(name));
  if (unknown) throw new Misfit([...path, unknown[0]], "is not a known field");
  return Object.fromEntries(members);
}

function membersOf(value: unknown): [string, unknown][] | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
  return isObject ? Object.entries(value) : undefined;
}
