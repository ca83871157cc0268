import type { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { readMedia } from "@/lib/trace/message-media";

/** Exact text, a string, or absence, as `writeJson` accepts them. */
export type Value = JsonText | string | null | undefined;

export type ToolCall = { id: Value; type: "function"; function: { name: Value; arguments: Value } };

export type ToolResult = { role: "tool"; name: Value; content: Value; tool_call_id: Value };

type Part = { text: JsonText } | { other: JsonText | object };

/** The parts of a message by what OpenAI's shape has a field for. */
type Gathered = { content: Part[]; reasoning: Value; toolCalls: ToolCall[]; results: ToolResult[] };

/** What a part is, by its type. */
const KINDS: ReadonlyMap<string | undefined, "text" | "reasoning" | "call" | "result"> = new Map([
  ["text", "text"],
  ["input_text", "text"],
  ["output_text", "text"],
  ["reasoning", "reasoning"],
  ["thinking", "reasoning"],
  ["tool_call", "call"],
  ["tool-call", "call"],
  ["tool_use", "call"],
  ["tool_call_response", "result"],
  ["tool-result", "result"],
  ["tool_result", "result"],
]);

/** What a part without a type is, by the member that holds it: Bedrock's and Gemini's, and OpenInference's calls. */
const MEMBERS = [
  ["tool_call", "call"],
  ["toolUse", "call"],
  ["functionCall", "call"],
  ["function_call", "call"],
  ["toolResult", "result"],
  ["functionResponse", "result"],
  ["function_response", "result"],
] as const;

/** The exact text of a node; undefined when there is none. */
export function exact(node: JsonNode | undefined): JsonText | undefined {
  return node && new JsonText(node.raw);
}

/** A string stays as it is; any other value becomes a string that holds its exact text. */
export function asText(node: JsonNode | undefined): Value {
  return node?.kind === "string" ? exact(node) : node?.raw;
}

export function first(node: JsonNode, ...keys: string[]): JsonNode | undefined {
  for (const key of keys) {
    const found = node.get(key);
    if (found) return found;
  }
  return undefined;
}

/** One tool call of any of the known conventions. */
export function toToolCall(node: JsonNode): ToolCall {
  const call = node.get("tool_call") ?? node;
  const called = call.get("function") ?? call;
  return {
    id: exact(first(call, "id", "toolCallId", "tool_call_id", "toolUseId", "call_id")),
    type: "function",
    function: {
      name: exact(first(called, "name", "toolName")),
      arguments: asText(first(called, "arguments", "input", "args")),
    },
  };
}

export function gather(parts: JsonNode[]): Gathered {
  const gathered: Gathered = { content: [], reasoning: undefined, toolCalls: [], results: [] };
  for (const part of parts) {
    const [kind, held] = kindOf(part);
    if (kind === "text") gathered.content.push({ text: new JsonText(first(held, "text", "content")?.raw ?? '""') });
    else if (kind === "reasoning")
      gathered.reasoning = joinLines(gathered.reasoning, first(held, "text", "content", "thinking"));
    else if (kind === "call") gathered.toolCalls.push(toToolCall(held));
    else if (kind === "result") gathered.results.push(toToolResult(held));
    else if (part.kind === "string") gathered.content.push({ text: new JsonText(part.raw) });
    else gathered.content.push({ other: toMediaPart(part) });
  }
  return gathered;
}

/** Whether it is a list of which every item is a part of a known kind. */
export function isParts(node: JsonNode | undefined): boolean {
  if (node?.kind !== "array" || node.size === 0) return false;
  return [...node.items()].every((part) => part.kind === "object" && (kindOf(part)[0] ?? readMedia(part)));
}

function kindOf(part: JsonNode): ["text" | "reasoning" | "call" | "result" | undefined, JsonNode] {
  const type = part.get("type")?.string();
  if (type !== undefined) return [KINDS.get(type), part];
  for (const [member, kind] of MEMBERS) {
    const held = part.get(member);
    if (held?.kind === "object") return [kind, held];
  }
  const reasoning = part.get("reasoningContent");
  if (reasoning) return ["reasoning", reasoning.get("reasoningText") ?? reasoning];
  return [part.get("text")?.kind === "string" ? "text" : undefined, part];
}

/** Two texts on lines of their own. */
function joinLines(before: Value, next: JsonNode | undefined): Value {
  const text = next?.string();
  if (text === undefined || before === undefined) return before ?? exact(next);
  return `${before instanceof JsonText ? JSON.parse(before.text) : before}\n${text}`;
}

function toToolResult(part: JsonNode): ToolResult {
  const result = first(part, "response", "result", "output", "content");
  // The AI SDK wraps results as {type, value}.
  const value = (result?.get("type") && result.get("value")) ?? result;
  return {
    role: "tool",
    name: exact(first(part, "name", "toolName")),
    content: resultText(value) ?? null,
    tool_call_id: exact(first(part, "id", "toolCallId", "tool_call_id", "tool_use_id", "toolUseId")),
  };
}

/** A result as one text; of one that is a list of texts, these; one that has images or files as it is. */
export function resultText(value: JsonNode | undefined): Value {
  if (value && [...value.items()].some((part) => readMedia(part))) return exact(value);
  if (!value || !isParts(value)) return asText(value);
  const texts: (string | undefined)[] = [...value.items()].map((part) => part.get("text")?.string());
  return texts.every((text) => text !== undefined) ? texts.join("\n") : asText(value);
}

/** An image as `image_url`, from a URL or from base64; any other part as it is. */
function toMediaPart(part: JsonNode): JsonText | object {
  const media = readMedia(part);
  const isOnlyUrl = media?.medium === "image" && media.name === undefined && media.text === undefined;
  if (!isOnlyUrl || media.url === undefined || !IMAGE_URL.test(media.url)) return new JsonText(part.raw);
  return { type: "image_url", image_url: { url: media.url } };
}

/** Any scheme; a path, or a word for an image that was not recorded, has none. */
const IMAGE_URL = /^(data:|[a-z][a-z\d+.-]*:\/\/)/i;

/** One text is the content itself; anything more stays a list of parts. */
export function collapse(parts: Part[]): Value | object[] {
  const [only, ...more] = parts;
  if (!only) return null;
  if (more.length === 0 && "text" in only) return only.text;
  return parts.map((part) => ("text" in part ? { type: "text", text: part.text } : part.other));
}
