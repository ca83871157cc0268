import { changeMembers } from "@/lib/json/change-members";
import type { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { TurnFields } from "@/lib/playground/document";
import { messageOfTurn, turnOfMessage } from "@/lib/playground/message";
import { CONVERSIONS, type VariableFormat } from "./variable-format";

/** The role of a turn that stands for messages which are inserted when the prompt is used; its name says which. */
export const PLACEHOLDER_ROLE = "placeholder";

const STRING_VALUE = /"((?:[^"\\]|\\.)*)"(?!\s*:)/g;

/** The turn of a stored message, with its texts as they are. */
export function turnOfStored(message: JsonNode): TurnFields {
  const turn = turnOfMessage(message);
  if (message.get("role") || message.get("type")?.string() !== PLACEHOLDER_ROLE || turn.name === undefined) return turn;
  const { extra = "{}", ...fields } = turn;
  const others = changeMembers(new JsonText(extra), new Map([["type", undefined]])).text;
  return { ...fields, role: PLACEHOLDER_ROLE, ...(others === "{}" ? {} : { extra: others }) };
}

/** The stored message of a turn. Throws an Error with a message for the user if a part of it is not valid JSON yet. */
export function storedOfTurn(turn: TurnFields, index: number): string {
  const { json, problems } = messageOfTurn(turn);
  const [first] = problems;
  if (first) throw new Error(`Message ${index + 1}: ${first.member}: ${first.message}.`);
  if (turn.role !== PLACEHOLDER_ROLE) return json;
  const kind = JSON.stringify(PLACEHOLDER_ROLE);
  return changeMembers(
    new JsonText(json),
    new Map<string, string | undefined>([
      ["role", undefined],
      ["type", kind],
    ]),
  ).text;
}

/** A turn whose variables are `{{name}}`, of one whose texts are as stored. */
export function readTurn(turn: TurnFields, format: VariableFormat): TurnFields {
  return mapTexts(turn, CONVERSIONS[format].read);
}

/** A turn whose texts are as stored, of one whose variables are `{{name}}`. */
export function writeTurn(turn: TurnFields, format: VariableFormat): TurnFields {
  return mapTexts(turn, CONVERSIONS[format].write);
}

/** The texts of a turn that may have variables: its content, or each string in the JSON of its parts. */
export function textsOf({ content, contentIsJson }: TurnFields): string[] {
  return contentIsJson ? [...content.matchAll(STRING_VALUE)].map(([, text = ""]) => text) : [content];
}

function mapTexts(turn: TurnFields, map: (text: string) => string): TurnFields {
  if (!turn.contentIsJson) return { ...turn, content: map(turn.content) };
  return { ...turn, content: turn.content.replaceAll(STRING_VALUE, (_, text: string) => `"${map(text)}"`) };
}

/** Identifies the message that a turn is. */
export function turnKey({ role, content, contentIsJson, name, toolCallId, toolCalls, extra }: TurnFields): string {
  return JSON.stringify([role, content, contentIsJson === true, name, toolCallId, toolCalls, extra]);
}
