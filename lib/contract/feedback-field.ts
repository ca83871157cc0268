import { fieldPath } from "./expression";

/** The number of feedback records of a call: 0 in comparisons with a number, missing in a sort, without any. */
export const FEEDBACK_COUNT = "feedback.count";

/**
 * Fields with one value for each feedback record of a call, the latest and all others: a comparison is met if one of
 * them meets it.
 */
export const FEEDBACK_LISTS = [
  "feedback.type",
  "feedback.reaction",
  "feedback.note",
  "feedback.comment",
  "feedback.by",
] as const;
export type FeedbackList = (typeof FEEDBACK_LISTS)[number];

const VALUE = /^feedback\.\[(.+?)\]\.payload\.(.+)$/u;
const NAMED = /^(?:core|wandb)\.(annotation|runnable)\.(.+)$/;
const PERSONAL = /^(?:core|wandb)\.(?:reaction|note|comment|correction)\.1$/;
const SHORT = /^feedback\.(?!\[)(.+)$/u;
/** Names in a short field: each may be the last of the type's name. */
const MOST_NAMES = 8;

/** Where a value is in feedback: in records of a type, at the first of the paths that the payload has. */
export interface FeedbackPlace {
  type: string;
  /** Keys and positions. */
  paths: string[][];
}

/** Parses `feedback.[core.annotation.quality].payload.value`; undefined for any other text. */
export function parseFeedbackField(field: string): { type: string; path: string[] } | undefined {
  const [, type, inside] = VALUE.exec(field) ?? [];
  const path = inside === undefined ? undefined : fieldPath(inside);
  return type !== undefined && path ? { type, path } : undefined;
}

/** Writes the field of a value at the top of the payload; the inverse of `parseFeedbackField`. */
export function feedbackField(type: string, name: string): string {
  return `feedback.[${type}].payload.${name.replaceAll(".", "\\.")}`;
}

/**
 * Where the value of a feedback field is; undefined for any other text. The long form names the type and the path. The
 * short one, `feedback.quality`, is the value of the annotation, of the program's score, or of the type with this name,
 * and `feedback.quality.tone` also a value inside it. Of several records the latest that has it counts.
 */
export function feedbackPlaces(field: string): FeedbackPlace[] | undefined {
  const long = parseFeedbackField(field);
  if (long) return [{ type: long.type, paths: [long.path] }];
  const [, short = ""] = SHORT.exec(field) ?? [];
  const names = isReserved(field) ? undefined : fieldPath(short);
  if (!names || names.length > MOST_NAMES) return undefined;
  return names.flatMap((_, place) => {
    const end = names.length - place;
    return typesNamed(names.slice(0, end).join(".")).map((type) => ({
      type,
      paths: valueFields(type).map((valueField) => [valueField, ...names.slice(end)]),
    }));
  });
}

/** The short field for the value that a long one names, such as `feedback.quality`; undefined if there is none. */
export function shortFeedbackField(field: string): string | undefined {
  const { type = "", path = [] } = parseFeedbackField(field) ?? {};
  const [first, ...inside] = path;
  if (first === undefined || !valueFields(type).includes(first) || PERSONAL.test(type)) return undefined;
  const name = NAMED.exec(type)?.[2] ?? type;
  const short = ["feedback", name, ...inside].map((one) => one.replaceAll(".", "\\.")).join(".");
  return feedbackPlaces(short) && short;
}

/** Where feedback of some types has its value. */
interface ValuePlace {
  /** A regular expression, which PostgreSQL reads too. */
  types: string;
  /** The payload fields that can contain the value; the first one present is used. */
  fields: readonly string[];
  /** Whether each record says something else, so that it has no value to be counted. */
  isOwn?: true;
}

const ofKind = (kind: string) => `^(core|wandb)\\.${kind}\\.`;

/** The last is for all other types. */
export const VALUE_PLACES: readonly ValuePlace[] = [
  { types: ofKind("reaction"), fields: ["emoji"] },
  { types: ofKind("annotation"), fields: ["value"] },
  { types: ofKind("runnable"), fields: ["output"] },
  { types: ofKind("note"), fields: ["note"], isOwn: true },
  { types: ofKind("comment"), fields: ["text"], isOwn: true },
  { types: ofKind("correction"), fields: ["output"], isOwn: true },
  { types: "", fields: ["value", "score", "rating", "label"] },
];

/** The payload fields that can contain a type's value as a string or number; the first one present is used. */
export function valueFields(type: string): readonly string[] {
  return VALUE_PLACES.find(({ types }) => new RegExp(types, "u").test(type))?.fields ?? [];
}

function typesNamed(name: string): string[] {
  const reserved = ["core", "wandb"].flatMap((prefix) => [
    `${prefix}.annotation.${name}`,
    `${prefix}.runnable.${name}`,
  ]);
  return [...reserved, name];
}

function isReserved(field: string): boolean {
  return field === FEEDBACK_COUNT || FEEDBACK_LISTS.some((list) => list === field);
}
