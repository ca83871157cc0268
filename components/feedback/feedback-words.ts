import { JsonNode } from "@/lib/contract/json/node";
import type { JsonText } from "@/lib/contract/json/text";

/** The type names that the panel writes; the Weave spellings are read alike. */
export const REACTION = "core.reaction.1";
export const NOTE = "core.note.1";

const maxNoteChars = 40;

/** The emoji of a reaction; undefined for any other feedback. */
export function reactionOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === REACTION || type === "wandb.reaction.1" ? field(payload, "emoji") : undefined;
}

/** The text of a note; undefined for any other feedback. */
export function noteOf(type: string | undefined, payload: JsonText | undefined): string | undefined {
  return type === NOTE || type === "wandb.note.1" ? field(payload, "note") : undefined;
}

/** What a record is, in a few words: `👍`, `note “Too slow”`, `feedback of type rating`. */
export function feedbackWords(type: string, payload: JsonText): string {
  const note = noteOf(type, payload);
  if (note !== undefined)
    return `note “${note.length > maxNoteChars ? `${note.slice(0, maxNoteChars).toWellFormed()}…` : note}”`;
  return reactionOf(type, payload) ?? `feedback of type ${type}`;
}

function field(payload: JsonText | undefined, name: string): string | undefined {
  return payload && JsonNode.parse(payload).get(name)?.string();
}
