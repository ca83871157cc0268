import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { TurnFields } from "./document";

/** The role of a placeholder: a turn that is replaced by a list of messages, found by its name, when the prompt is used. */
export const PLACEHOLDER_ROLE = "placeholder";

/** How a turn without content has it. */
export const NO_CONTENT = { content: "null", contentIsJson: true } as const;

/** A placeholder whose name is not typed yet. */
export const UNNAMED_PLACEHOLDER: TurnFields = { role: PLACEHOLDER_ROLE, name: "", ...NO_CONTENT };

/**
 * A chat message as a turn. Nothing is lost: members without a field are kept in `extra`, and numbers keep their
 * digits.
 */
export function turnOfMessage(message: JsonNode): TurnFields {
  const role = message.get("role")?.string();
  const name = message.get("name")?.string();
  const toolCallId = message.get("tool_call_id")?.string();
  const toolCalls = message.get("tool_calls");
  const content = message.get("content");
  const text = content?.string();
  const known = [
    "content",
    "tool_calls",
    ...(role === undefined ? [] : ["role"]),
    ...(name === undefined ? [] : ["name"]),
    ...(toolCallId === undefined ? [] : ["tool_call_id"]),
  ];
  const extra = [...new Map(message.entries())].filter(([key]) => !known.includes(key));
  return {
    role: role ?? "user",
    content: text ?? content?.raw ?? "",
    ...(text === undefined ? { contentIsJson: true } : {}),
    ...(name === undefined ? {} : { name }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(toolCalls ? { toolCalls: toolCalls.raw } : {}),
    ...(extra.length === 0 ? {} : { extra: writeMembers(extra.map(([key, node]) => [key, node.raw])) }),
  };
}

/** An invalid member of a message, by its name in the message. */
interface MemberProblem {
  member: string;
  message: string;
}

/** The message that a turn sends, with the interface's names; or those of its members that are not valid JSON yet. */
export function messageOfTurn(turn: TurnFields): { json: string; problems: MemberProblem[] } {
  const problems: MemberProblem[] = [];
  const parse = (member: string, text: string): JsonNode | undefined => {
    try {
      return JsonNode.parse(text);
    } catch (error) {
      problems.push({ member, message: error instanceof Error ? error.message : "Not valid JSON" });
      return undefined;
    }
  };
  const members: [string, string][] = [["role", JSON.stringify(turn.role)]];
  const add = (member: string, node: JsonNode | undefined) => node && members.push([member, node.raw]);
  if (!turn.contentIsJson) members.push(["content", JSON.stringify(turn.content)]);
  else if (turn.content.trim() !== "") add("content", parse("content", turn.content));
  if (turn.name !== undefined) members.push(["name", JSON.stringify(turn.name)]);
  if (turn.toolCallId !== undefined) members.push(["tool_call_id", JSON.stringify(turn.toolCallId)]);
  if (turn.toolCalls?.trim()) {
    const calls = parse("tool_calls", turn.toolCalls);
    add("tool_calls", calls);
  }
  if (turn.extra?.trim()) {
    const extra = parse("other fields", turn.extra);
    if (extra && extra.kind !== "object") problems.push({ member: "other fields", message: "must be a JSON object" });
    const own = new Set(members.map(([name]) => name));
    for (const [name, node] of extra?.entries() ?? []) if (!own.has(name)) members.push([name, node.raw]);
  }
  return { json: writeMembers(members), problems };
}

/** An object whose values are already JSON text. */
export function writeMembers(members: readonly (readonly [string, string])[]): string {
  return writeJson(Object.fromEntries(members.map(([name, text]) => [name, new JsonText(text)])));
}
