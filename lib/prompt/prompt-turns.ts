import { changeMembers } from "@/lib/json/change-members";
import { decodeString } from "@/lib/json/decode";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { TurnFields } from "@/lib/playground/document";
import { messageOfTurn, NO_CONTENT, PLACEHOLDER_ROLE, turnOfMessage } from "@/lib/playground/message";
import { CONVERSIONS, type VariableFormat } from "./variable-format";

/** The type that Langfuse's SDKs give every other message. */
const MESSAGE_TYPE = "chatmessage";

/** A string in JSON; one with a colon behind it is a key. */
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"(\s*:)?/g;

/** The turn of a stored message, with its texts as they are. */
export function turnOfStored(message: JsonNode): TurnFields {
  const turn = turnOfMessage(message);
  const type = message.get("type")?.string();
  const isPlaceholder = type === PLACEHOLDER_ROLE && !message.get("role") && turn.name !== undefined;
  if (!isPlaceholder && type !== MESSAGE_TYPE) return turn;
  const { extra = "{}", ...fields } = turn;
  const others = changeMembers(new JsonText(extra), new Map([["type", undefined]])).text;
  const isEmpty = isPlaceholder && !message.get("content");
  return {
    ...fields,
    ...(isPlaceholder ? { role: PLACEHOLDER_ROLE } : {}),
    ...(isEmpty ? NO_CONTENT : {}),
    ...(others === "{}" ? {} : { extra: others }),
  };
}

/** Whether messages are stored with their type, as Langfuse's SDKs do. */
export function haveTypes(messages: readonly JsonNode[]): boolean {
  return messages.some((message) => message.get("type")?.string() === MESSAGE_TYPE);
}

/**
 * The stored message of a turn, with its type if `hasType`. Throws an Error with a message for the user if a part of it
 * is not valid JSON yet, or if a placeholder has no name.
 */
export function storedOfTurn(turn: TurnFields, index: number, hasType: boolean): string {
  const { json, problems } = messageOfTurn(turn);
  const [first] = problems;
  if (first) throw new Error(`Message ${index + 1}: ${first.member}: ${first.message}.`);
  const changes = new Map<string, string | undefined>();
  if (turn.role === PLACEHOLDER_ROLE) {
    if (!turn.name?.trim()) throw new Error(`Message ${index + 1}: Enter the name of the placeholder.`);
    changes.set("role", undefined).set("type", JSON.stringify(PLACEHOLDER_ROLE));
    if (turn.contentIsJson && turn.content.trim() === NO_CONTENT.content) changes.set("content", undefined);
  } else if (hasType && !JsonNode.parse(json).get("type")) changes.set("type", JSON.stringify(MESSAGE_TYPE));
  return changes.size === 0 ? json : changeMembers(new JsonText(json), changes).text;
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
export function textsOf(turn: TurnFields): string[] {
  const texts: string[] = [];
  mapTexts(turn, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** JSON that is not valid yet stays as it is, and so does the spelling of strings that `map` does not change. */
function mapTexts(turn: TurnFields, map: (text: string) => string): TurnFields {
  const { content, contentIsJson } = turn;
  if (!contentIsJson) return { ...turn, content: map(content) };
  if (!isJson(content)) return turn;
  const mapped = content.replaceAll(STRING, (string, colon?: string) => {
    if (colon !== undefined) return string;
    const text = decodeString(string);
    const changed = map(text);
    return changed === text ? string : JSON.stringify(changed);
  });
  return { ...turn, content: mapped };
}

function isJson(text: string): boolean {
  try {
    JsonNode.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Identifies the message that a turn is. */
export function turnKey({ role, content, contentIsJson, name, toolCallId, toolCalls, extra }: TurnFields): string {
  return JSON.stringify([role, content, contentIsJson === true, name, toolCallId, toolCalls, extra]);
}
