import { counted } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import { JsonSyntaxError } from "@/lib/json/scan";
import { JsonText, writeJson } from "@/lib/json/text";
import type { FormField, Member } from "./form-field";

/**
 * The state of a form: text for typed fields, exact JSON for selected values, or a list or group of these; undefined if
 * a field is empty. It can be serialized as JSON.
 */
export type Draft = string | readonly Draft[] | { readonly [name: string]: Draft } | undefined;

export interface DraftProblem {
  /** Path in the value: `quality.score`, `tags[1]`; empty for the whole value. */
  path: string;
  message: string;
}

/** A value, nothing if nothing was filled in, or the errors. */
export type Written = { json?: JsonText; problems: readonly DraftProblem[] };

const NOTHING: Written = { problems: [] };
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The value of a draft, with numbers as they were typed; errors have their path. */
export function writeDraft(field: FormField, draft: Draft, path = ""): Written {
  switch (field.kind) {
    case "number":
      return typeof draft === "string" && draft.trim() !== "" ? writeNumber(field, draft.trim(), path) : NOTHING;
    case "choice":
    case "boolean":
      return typeof draft === "string" && draft !== "" ? { json: new JsonText(draft), problems: [] } : NOTHING;
    case "text":
      return typeof draft === "string" && draft !== "" ? writeText(field, draft, path) : NOTHING;
    case "json":
      return typeof draft === "string" && draft.trim() !== "" ? readJson(draft, path) : NOTHING;
    case "choices": {
      const selected = draftItems(draft).filter((one) => typeof one === "string");
      return selected.length === 0
        ? NOTHING
        : bounded(field, { json: listText(selected), problems: [] }, selected.length, path);
    }
    case "list":
      return writeList(field, draftItems(draft), path);
    case "group":
      return writeGroup(field.members, draft, path);
  }
}

/** The draft of an existing value. */
export function draftOf(field: FormField, value: JsonNode): Draft {
  switch (field.kind) {
    case "text":
      return value.string() ?? value.raw;
    case "choices":
      return [...value.items()].map((item) => item.raw);
    case "list":
      return [...value.items()].map((item) => draftOf(field.item, item));
    case "group":
      return Object.fromEntries(
        field.members.flatMap(({ name, field: member }) => {
          const own = value.get(name);
          return own ? [[name, draftOf(member, own)]] : [];
        }),
      );
    default:
      return value.raw;
  }
}

export function draftItems(draft: Draft): readonly Draft[] {
  return Array.isArray(draft) ? draft : [];
}

/** The draft of a group's member. */
export function draftMember(draft: Draft, name: string): Draft {
  return isMembers(draft) ? draft[name] : undefined;
}

/** The draft of a group with one member changed. */
export function withMember(draft: Draft, name: string, member: Draft): Draft {
  return { ...(isMembers(draft) ? draft : {}), [name]: member };
}

function isMembers(draft: Draft): draft is { readonly [name: string]: Draft } {
  return typeof draft === "object" && !Array.isArray(draft);
}

function problem(path: string, message: string): Written {
  return { problems: [{ path, message }] };
}

function writeNumber({ isInteger, min, max }: FormField & { kind: "number" }, typed: string, path: string): Written {
  if (!NUMBER.test(typed)) return problem(path, "must be a number");
  const value = Number(typed);
  if (isInteger && !Number.isInteger(value)) return problem(path, "must be a whole number");
  if (min !== undefined && value < min) return problem(path, `must be at least ${min}`);
  if (max !== undefined && value > max) return problem(path, `must be at most ${max}`);
  return { json: new JsonText(typed), problems: [] };
}

function writeText({ minLength = 0, maxLength }: FormField & { kind: "text" }, typed: string, path: string): Written {
  const chars = Array.from(typed).length;
  if (chars < minLength) return problem(path, `must have at least ${counted(minLength, "character")}`);
  if (maxLength !== undefined && chars > maxLength)
    return problem(path, `must have at most ${counted(maxLength, "character")}`);
  return { json: new JsonText(writeJson(typed)), problems: [] };
}

function readJson(typed: string, path: string): Written {
  try {
    return { json: new JsonText(JsonNode.parse(typed).raw), problems: [] };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return problem(path, error.message);
    throw error;
  }
}

function writeList(field: FormField & { kind: "list" }, items: readonly Draft[], path: string): Written {
  const written = items.map((item, index) => writeDraft(field.item, item, `${path}[${index}]`));
  const texts = written.flatMap(({ json }) => json?.text ?? []);
  const problems = written.flatMap((one) => one.problems);
  if (problems.length > 0) return { problems };
  return texts.length === 0 ? NOTHING : bounded(field, { json: listText(texts), problems }, texts.length, path);
}

function writeGroup(members: readonly Member[], draft: Draft, path: string): Written {
  const written = members.map(({ name, isRequired, field }) => {
    const at = path === "" ? name : `${path}.${name}`;
    return { name, at, isRequired, ...writeDraft(field, draftMember(draft, name), at) };
  });
  const present = written.filter(({ json }) => json);
  if (present.length === 0 && written.every(({ problems }) => problems.length === 0)) return NOTHING;
  const problems = written.flatMap(({ at, isRequired, json, problems: own }) =>
    isRequired && !json && own.length === 0 ? [{ path: at, message: "is required" }] : own,
  );
  if (problems.length > 0) return { problems };
  const texts = present.map(({ name, json }) => `${JSON.stringify(name)}:${json?.text ?? "null"}`);
  return { json: new JsonText(`{${texts.join(",")}}`), problems };
}

function listText(texts: readonly string[]): JsonText {
  return new JsonText(`[${texts.join(",")}]`);
}

function bounded({ min, max }: { min?: number; max?: number }, written: Written, count: number, path: string): Written {
  if (min !== undefined && count < min) return problem(path, `must have at least ${counted(min, "item")}`);
  if (max !== undefined && count > max) return problem(path, `must have at most ${counted(max, "item")}`);
  return written;
}
