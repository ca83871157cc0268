import { JsonNode } from "@/lib/contract/json/node";
import type { JsonText } from "@/lib/contract/json/text";

/** The type names that the panel writes; the Weave spellings are read alike. */
export const REACTION = "core.reaction.1";
export const NOTE = "core.note.1";

const NAMED = /^(?:core|wandb)\.(annotation|runnable)\.(.+)$/;
const maxNoteChars = 40;

/** The emoji of a reaction; undefined for any other feedback. */
export function reactionOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === REACTION || type === "wandb.reaction.1" ? field(payload, "emoji") : undefined;
}

/** The text of a note; undefined for any other feedback. */
export function noteOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === NOTE || type === "wandb.note.1" ? field(payload, "note") : undefined;
}

/** What an annotation, or a program that scores, is called and what it says; undefined for any other feedback. */
export function namedValueOf(
  type: string | undefined,
  payload: JsonText | undefined,
): { name: string; value: JsonNode } | undefined {
  const [, kind, name] = NAMED.exec(type ?? "") ?? [];
  const value = payload && JsonNode.parse(payload).get(kind === "annotation" ? "value" : "output");
  return name !== undefined && value ? { name, value } : undefined;
}

/** The fields of a payload that say in one word or number what it says, the first that is there. */
export function valueFields(type: string): readonly string[] {
  if (type === REACTION || type === "wandb.reaction.1") return ["emoji"];
  const [, kind] = NAMED.exec(type) ?? [];
  if (kind) return [kind === "annotation" ? "value" : "output"];
  return ["value", "score", "rating", "label"];
}

/** A type as it is called: `Reaction`, `Note`, the name of an annotation, any other as it is. */
export function typeWords(type: string): string {
  if (type === REACTION || type === "wandb.reaction.1") return "Reaction";
  if (type === NOTE || type === "wandb.note.1") return "Note";
  return NAMED.exec(type)?.[2] ?? type;
}

/** What a record says, as one text: the emoji, the note, the value; else its payload. */
export function saidText(type: string | undefined, payload: JsonText | undefined): string {
  const known = reactionOf(type, payload) ?? noteOf(type, payload);
  if (known !== undefined) return known;
  const named = namedValueOf(type, payload);
  return named ? (named.value.string() ?? named.value.raw) : (payload?.text ?? "");
}

/** What a record is, in a few words: `👍`, `note “Too slow”`, `quality “good”`, `feedback of type rating`. */
export function feedbackWords(type: string, payload: JsonText): string {
  const note = noteOf(type, payload);
  if (note !== undefined) return `note “${shortened(note)}”`;
  const named = namedValueOf(type, payload);
  if (named) {
    const text = named.value.string();
    return `${named.name} ${text === undefined ? shortened(named.value.raw) : `“${shortened(text)}”`}`;
  }
  return reactionOf(type, payload) ?? `feedback of type ${type}`;
}

function shortened(text: string): string {
  return text.length > maxNoteChars ? `${text.slice(0, maxNoteChars).toWellFormed()}…` : text;
}

function field(payload: JsonText | undefined, name: string): string | undefined {
  return payload && JsonNode.parse(payload).get(name)?.string();
}

/** What was said of a call, in a glance: `👍2 📝1 {}1`; reactions first, the most frequent first. */
export function feedbackGlance(records: readonly { feedback_type: string; payload: JsonText }[]): string {
  const counts = new Map<string, number>();
  for (const { feedback_type: type, payload } of records) {
    const sign = reactionOf(type, payload) ?? (noteOf(type, payload) === undefined ? "{}" : "📝");
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const isPlain = (sign: string) => sign === "{}" || sign === "📝";
  const byCount = [...counts].toSorted(([a, n], [b, m]) => Number(isPlain(a)) - Number(isPlain(b)) || m - n);
  return byCount.map(([sign, count]) => `${sign}${count}`).join(" ");
}
