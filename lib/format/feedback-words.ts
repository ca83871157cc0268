import { valueFields } from "@/lib/contract/feedback-field";
import { JsonNode } from "@/lib/json/node";
import type { JsonKind, JsonText } from "@/lib/json/text";

import { withMinus } from "./minus";

/** The types that the feedback panel creates; Weave's names for them are read too. */
export const REACTION = "core.reaction.1";
export const REACTIONS = [REACTION, "wandb.reaction.1"];
export const NOTE = "core.note.1";
export const COMMENT = "core.comment.1";
export const CORRECTION = "core.correction.1";

const NAMED = /^(?:core|wandb)\.(annotation|runnable)\.(.+)$/;
const maxNoteChars = 40;
const SCORE_KINDS: ReadonlySet<JsonKind> = new Set(["string", "number", "boolean"]);
/** Maximum number of scores shown of one record. */
const maxScores = 2;

/** The emoji of a reaction; undefined for any other feedback. */
export function reactionOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === REACTION || type === "wandb.reaction.1" ? field(payload, "emoji") : undefined;
}

/** The text of a note; undefined for any other feedback. */
export function noteOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === NOTE || type === "wandb.note.1" ? field(payload, "note") : undefined;
}

/** The text of a comment; undefined for any other feedback. */
function commentTextOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === COMMENT ? field(payload, "text") : undefined;
}

/** What a call should have returned, as somebody wrote it; undefined for any other feedback. */
export function correctionOf(type: string | undefined, payload: JsonText | undefined): JsonNode | undefined {
  return type === CORRECTION && payload ? JsonNode.parse(payload).get("output") : undefined;
}

/** The label and value of an annotation, or of a program's score; undefined for any other feedback. */
export function namedValueOf(
  type: string | undefined,
  payload: JsonText | undefined,
): { name: string; value: JsonNode } | undefined {
  const [, kind, name] = NAMED.exec(type ?? "") ?? [];
  const value = payload && JsonNode.parse(payload).get(kind === "annotation" ? "value" : "output");
  return name !== undefined && value ? { name, value } : undefined;
}

/** The strings, numbers and booleans of a record's score; a scorer with several results has one for each name. */
export function scoresOf(
  type: string | undefined,
  payload: JsonText | undefined,
): readonly { name: string; value: JsonNode }[] {
  if (type === undefined || payload === undefined) return [];
  if (reactionOf(type, payload) !== undefined || noteOf(type, payload) !== undefined) return [];
  if (type === COMMENT || type === CORRECTION) return [];
  const root = JsonNode.parse(payload);
  for (const field of valueFields(type)) {
    const value = root.get(field);
    if (!value) continue;
    if (SCORE_KINDS.has(value.kind)) return [{ name: typeWords(type), value }];
    if (value.kind === "object")
      return [...value.entries()]
        .filter(([, member]) => SCORE_KINDS.has(member.kind))
        .slice(0, maxScores)
        .map(([name, member]) => ({ name: `${typeWords(type)}.${name}`, value: member }));
  }
  return [];
}

/** The label of a type: `Reaction`, `Note`, the name of an annotation, any other type unchanged. */
export function typeWords(type: string): string {
  if (type === REACTION || type === "wandb.reaction.1") return "Reaction";
  if (type === NOTE || type === "wandb.note.1") return "Note";
  if (type === COMMENT) return "Comment";
  if (type === CORRECTION) return "Corrected output";
  return NAMED.exec(type)?.[2] ?? type;
}

/** The content of a record as one text: the emoji, the note, the value; else its payload. */
export function feedbackText(type: string | undefined, payload: JsonText | undefined): string {
  const corrected = correctionOf(type, payload);
  const known =
    reactionOf(type, payload) ??
    noteOf(type, payload) ??
    commentTextOf(type, payload) ??
    (corrected && (corrected.string() ?? corrected.raw));
  if (known !== undefined) return known;
  const namedValue = namedValueOf(type, payload);
  return namedValue ? (namedValue.value.string() ?? namedValue.value.raw) : (payload?.text ?? "");
}

/** `feedbackText` for display: a number has a proper minus sign. */
export function shownText(type: string | undefined, payload: JsonText | undefined): string {
  const namedValue = namedValueOf(type, payload);
  return namedValue?.value.kind === "number" ? withMinus(namedValue.value.raw) : feedbackText(type, payload);
}

/** A short description of a record: `👍`, `note “Too slow”`, `quality “good”`, `feedback of type rating`. */
export function feedbackWords(type: string, payload: JsonText): string {
  const note = noteOf(type, payload);
  if (note !== undefined) return `note “${shortened(note)}”`;
  const comment = commentTextOf(type, payload);
  if (comment !== undefined) return `comment “${shortened(comment)}”`;
  if (type === CORRECTION) return "corrected output";
  const namedValue = namedValueOf(type, payload);
  if (namedValue) {
    const text = namedValue.value.string();
    return `${namedValue.name} ${text === undefined ? shortened(shownRaw(namedValue.value)) : `“${shortened(text)}”`}`;
  }
  const [score] = scoresOf(type, payload);
  if (score) return `${score.name} ${shortened(score.value.string() ?? shownRaw(score.value))}`;
  return reactionOf(type, payload) ?? `feedback of type ${type}`;
}

/** A value's own digits, with a proper minus sign for display; unchanged in data. */
function shownRaw(value: JsonNode): string {
  return value.kind === "number" ? withMinus(value.raw) : value.raw;
}

function shortened(text: string): string {
  return text.length > maxNoteChars ? `${text.slice(0, maxNoteChars).toWellFormed()}…` : text;
}

function field(payload: JsonText | undefined, name: string): string | undefined {
  return payload && JsonNode.parse(payload).get(name)?.string();
}
