import { type Relation, RELATIONS } from "@/lib/contract/expression";
import { writeJson } from "@/lib/json/text";

import { fieldAt, fieldNamed } from "./fields";
import { type Comparison, type FieldFilter, type Filter, FilterError, combine } from "./filter";
import { SIGNS, writeName, writeValues } from "./format-filter";
import { COMPARABLE, parseFilter } from "./parse-filter";
import { expressionOfText } from "./expression-of-text";
import { isPlainWord, quote } from "./quote";
import { scanFilter } from "./scan";

/** A filter in the builder: the tree with unfinished parts. */
export type Draft = DraftGroup | DraftCondition;

export interface DraftGroup {
  kind: "group";
  /** The conditions are on some call in this relation, not on the call itself. */
  relation?: Relation;
  joiner: "and" | "or";
  isNot: boolean;
  parts: Draft[];
}

export interface DraftCondition {
  kind: "condition";
  isNot: boolean;
  /** A field's name, a path inside a payload, `text` for a search in all texts, `$expr` for an expression as JSON. */
  field: string;
  comparison: Comparison;
  /** As written after the operator; several values are separated by commas. */
  value: string;
}

/** The position of a part: its index in each group from the outermost. */
export type DraftPath = readonly number[];

export const ANYWHERE = "text";
export const EXPRESSION = "$expr";

export const emptyCondition: DraftCondition = {
  kind: "condition",
  isNot: false,
  field: "status",
  comparison: "is",
  value: "",
};

/** A filter as the builder shows it, always with one outer group. */
export function toDraft(filter: Filter | undefined): DraftGroup {
  const draft = filter && draftOf(filter, false);
  if (draft?.kind === "group" && isPlain(draft)) return draft;
  return { kind: "group", joiner: "and", isNot: false, parts: draft ? [draft] : [] };
}

/** Whether a group only joins its parts. */
function isPlain({ isNot, relation }: DraftGroup): boolean {
  return !isNot && relation === undefined;
}

function draftOf(filter: Filter, isNot: boolean): Draft {
  const condition = { kind: "condition", isNot, comparison: "is" } as const;
  switch (filter.kind) {
    case "not":
      // A double negation is a separate group.
      return isNot
        ? { kind: "group", joiner: "and", isNot, parts: [draftOf(filter, false)] }
        : draftOf(filter.part, true);
    case "and":
    case "or":
      return { kind: "group", joiner: filter.kind, isNot, parts: filter.parts.map((part) => draftOf(part, false)) };
    case "related": {
      const part = draftOf(filter.part, false);
      const group = part.kind === "group" && isPlain(part) ? part : { joiner: "and" as const, parts: [part] };
      return { kind: "group", relation: filter.relation, joiner: group.joiner, isNot, parts: group.parts };
    }
    case "text":
      return { ...condition, field: ANYWHERE, comparison: "contains", value: filter.text };
    case "expression":
      return { ...condition, field: EXPRESSION, value: writeJson(filter.expression) };
    case "field":
      return { ...condition, ...writtenCondition(filter) };
  }
}

function writtenCondition(filter: FieldFilter): Pick<DraftCondition, "field" | "comparison" | "value"> {
  const { field: path, comparison } = filter;
  return { field: fieldAt(path)?.name ?? path, comparison, value: writeValues(filter) };
}

/** The filter of a draft so far, without unfinished conditions. Throws `FilterError` for an invalid condition. */
export function fromDraft(draft: Draft): Filter | undefined {
  const filter = draft.kind === "group" ? groupOf(draft) : conditionOf(draft);
  return filter && draft.isNot ? { kind: "not", part: filter } : filter;
}

function groupOf({ joiner, parts, relation }: DraftGroup): Filter | undefined {
  const part = combine(
    joiner,
    parts.flatMap((one) => fromDraft(one) ?? []),
  );
  return part && relation ? { kind: "related", relation, part } : part;
}

/** The error of a condition; undefined when it is valid or unfinished. */
export function problemOf(condition: DraftCondition): string | undefined {
  try {
    conditionOf(condition);
    return undefined;
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  }
}

function conditionOf({ field, comparison, value }: DraftCondition): Filter | undefined {
  if (field === ANYWHERE) return value === "" ? undefined : { kind: "text", text: value };
  if (field === EXPRESSION)
    return value.trim() === ""
      ? undefined
      : { kind: "expression", expression: expressionOfText({ text: value, from: 0 }) };
  const { path } = fieldNamed(field) ?? {};
  if (path === undefined) {
    if (field.trim() === "") return undefined;
    const message = `Unknown field ${field}; payload values start with “inputs.” or “output.”, and attributes have a dot`;
    throw new FilterError(message, 0, field.length);
  }
  if (comparison === "exists") return { kind: "field", field: path, comparison, values: [] };
  if (value.trim() === "") return undefined;
  const filter = parseFilter(`${writeName(path)}${SIGNS[comparison]}${wordsOf(comparison, value)}`);
  if (comparison === "like" && !(filter?.kind === "field" && filter.comparison === "like"))
    throw new FilterError("Use * for any text, as in support.*", 0, value.length);
  // Several values with wildcards are alternatives.
  if (filter?.kind === "field" || (filter?.kind === "or" && comparison === "is")) return filter;
  throw new FilterError("Enter a single value", 0, value.length);
}

function wordsOf(comparison: Comparison, value: string): string {
  if (comparison === "like") return value.trim();
  return comparison === "is" ? listed(value) : asWord(value.trim());
}

/** Values separated by commas, quoted where necessary. */
function listed(value: string): string {
  try {
    const tokens = scanFilter(value).slice(0, -1);
    if (tokens.some(({ kind }) => kind !== "word" && kind !== "comma")) return asWord(value.trim());
    const pieces: string[][] = [[]];
    for (const { kind, from, to } of tokens)
      if (kind === "comma") pieces.push([]);
      else pieces.at(-1)?.push(value.slice(from, to));
    return pieces.map((words) => asWord(words.join(" "))).join(",");
  } catch (error) {
    if (error instanceof FilterError) return asWord(value.trim());
    throw error;
  }
}

function asWord(text: string): string {
  const isWhole = /^"(?:[^"\\]|\\.)*"$/.test(text);
  return isWhole || isPlainWord(text) ? text : quote(text);
}

/** Parses a draft that was stored as JSON; undefined if it is not one. */
export function parseBuilderDraft(text: string): DraftGroup | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isDraft(parsed) && parsed.kind === "group" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const part: Partial<Record<string, unknown>> = { ...value };
  if (typeof part.isNot !== "boolean") return false;
  if (part.kind === "group")
    return (
      (part.relation === undefined || RELATIONS.some((one) => one === part.relation)) &&
      (part.joiner === "and" || part.joiner === "or") &&
      Array.isArray(part.parts) &&
      part.parts.every(isDraft)
    );
  const { comparison } = part;
  return (
    part.kind === "condition" &&
    typeof part.field === "string" &&
    typeof part.value === "string" &&
    Object.values(COMPARABLE).some((some) => some.some((one) => one === comparison))
  );
}

/** The draft with the part at a path changed, or removed when `change` returns undefined. */
export function changePart(draft: DraftGroup, path: DraftPath, change: (part: Draft) => Draft | undefined): DraftGroup {
  const [place, ...rest] = path;
  if (place === undefined) {
    const changed = change(draft);
    return changed?.kind === "group" ? changed : { ...draft, parts: changed ? [changed] : [] };
  }
  const parts = draft.parts.flatMap((part, index): Draft[] => {
    if (index !== place) return [part];
    const changed = rest.length > 0 && part.kind === "group" ? changePart(part, rest, change) : change(part);
    return changed ? [changed] : [];
  });
  return { ...draft, parts };
}
