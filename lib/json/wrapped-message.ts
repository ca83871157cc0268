import type { JsonNode } from "./node";

/** OpenAI's roles for those that frameworks and APIs name otherwise, also as the type of a message without a role. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ["human", "user"],
  ["ai", "assistant"],
  ["system", "system"],
  ["tool", "tool"],
  ["function", "tool"],
  // LangChain's classes, a part of a streamed message having the same role as the whole.
  ["HumanMessage", "user"],
  ["HumanMessageChunk", "user"],
  ["AIMessage", "assistant"],
  ["AIMessageChunk", "assistant"],
  ["SystemMessage", "system"],
  ["SystemMessageChunk", "system"],
  ["ToolMessage", "tool"],
  ["ToolMessageChunk", "tool"],
  ["FunctionMessage", "tool"],
]);

/** Roles of messages that are written as a pair of role and text. */
const PAIR_ROLES: ReadonlySet<string> = new Set([...ROLES.keys(), "user", "assistant", "developer"]);

/** A message without what its framework wrapped around it, and the role that the wrapper names. */
interface WrappedMessage {
  message: JsonNode;
  role: string | undefined;
}

/**
 * A message in one of LangChain's serializations: `{type: "human", data: {content}}`, `{lc, id: [… "HumanMessage"],
 * kwargs: {content}}` or `{type: "human", content}`. Any other value is the message itself, without a role.
 */
export function unwrapMessage(node: JsonNode): WrappedMessage {
  const type = node.get("type")?.string();
  const data = node.get("data");
  if (data?.get("content")) return { message: data, role: roleOf(type) ?? roleOf(data.get("type")?.string()) };
  const kwargs = node.get("lc") && node.get("kwargs");
  if (!kwargs?.get("content")) return { message: node, role: roleOf(type) };
  const names = [...(node.get("id")?.items() ?? [])];
  return { message: kwargs, role: roleOf(kwargs.get("type")?.string()) ?? roleOf(names.at(-1)?.string()) };
}

/** The role and the content of a message that is written as `["user", "hello"]`. */
export function readMessagePair(node: JsonNode): { role: string; content: JsonNode } | undefined {
  const [first, content, ...more] = node.kind === "array" ? node.items() : [];
  const role = first?.string();
  if (role === undefined || !content || more.length > 0 || !PAIR_ROLES.has(role)) return undefined;
  return { role: roleOf(role) ?? role, content };
}

function roleOf(type: string | undefined): string | undefined {
  return type === undefined ? undefined : ROLES.get(type);
}
