import type { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";

/** Exact text, a string, or absence, as `writeJson` accepts them. */
type Value = JsonText | string | null | undefined;

type ToolCall = { id: Value; type: "function"; function: { name: Value; arguments: Value } };

/** A chat message in OpenAI's shape; texts and arguments are exact JSON text. */
export type ChatMessage =
  | JsonText
  | {
      role: string;
      name?: Value;
      content: Value | object[];
      reasoning_content?: Value;
      tool_calls?: ToolCall[];
      tool_call_id?: Value;
    };

export type Choice = { message: ChatMessage; finish_reason?: string };

/** OpenAI's content parts; each holds its content in the member named after its type. */
const OPENAI_PARTS = new Set(["text", "image_url", "input_audio", "file", "refusal"]);

const FINISH_REASONS = new Map([
  ["tool_call", "tool_calls"],
  ["tool-calls", "tool_calls"],
  ["content-filter", "content_filter"],
]);

/** OpenAI's name of a finish reason that other vocabularies spell their own way. */
export function finishReason(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : (FINISH_REASONS.get(reason) ?? reason);
}

/**
 * A list of messages of any of the known conventions (OpenAI's, GenAI's `parts`, the AI SDK's typed content,
 * OpenInference's `message`) in OpenAI's shape; a message that is already in it is passed on untouched.
 */
export function toChatMessages(list: JsonNode, defaultRole = "user"): ChatMessage[] {
  const items = list.kind === "array" ? [...list.items()] : [list];
  return items.flatMap((item) => toMessages(item, defaultRole));
}

/** The generated messages, one for each choice. */
export function toChoices(list: JsonNode, finishReasons: readonly string[] = []): Choice[] {
  const items = list.kind === "array" ? [...list.items()] : [list];
  return items.flatMap((item, index) => {
    const reason = item.get("finish_reason")?.string() ?? finishReasons[index];
    return toMessages(item, "assistant").map((message) => ({ message, finish_reason: finishReason(reason) }));
  });
}

/** One tool call of any of the known conventions. */
export function toToolCall(node: JsonNode): ToolCall {
  const call = node.get("tool_call") ?? node;
  const called = call.get("function") ?? call;
  return {
    id: exact(first(call, "id", "toolCallId", "tool_call_id")),
    type: "function",
    function: {
      name: exact(first(called, "name", "toolName")),
      arguments: asText(first(called, "arguments", "input", "args")),
    },
  };
}

/** A tool offered to the model: `{type: "function", function: {name, description, parameters}}`. */
export function toTool(node: JsonNode): JsonText | object {
  const name = node.get("name");
  if (!name || node.get("function")) return new JsonText(node.raw);
  return {
    type: "function",
    function: {
      name: exact(name),
      description: exact(node.get("description")),
      parameters: exact(first(node, "parameters", "inputSchema", "input_schema")),
    },
  };
}

/** The exact text of a node; undefined when there is none. */
export function exact(node: JsonNode | undefined): JsonText | undefined {
  return node && new JsonText(node.raw);
}

/** A string stays as it is; any other value becomes a string that holds its exact text. */
export function asText(node: JsonNode | undefined): Value {
  return node?.kind === "string" ? exact(node) : node?.raw;
}

function first(node: JsonNode, ...keys: string[]): JsonNode | undefined {
  for (const key of keys) {
    const found = node.get(key);
    if (found) return found;
  }
  return undefined;
}

function toMessages(item: JsonNode, defaultRole: string): ChatMessage[] {
  const message = item.get("message") ?? item;
  if (message.kind !== "object") return [{ role: defaultRole, content: asText(message) }];
  if (isOpenAi(message)) return [new JsonText(message.raw)];
  const role = message.get("role")?.string() ?? defaultRole;
  const parts = typedParts(message);
  const calls = message.get("tool_calls");
  const gathered = gather(parts ?? []);
  const toolCalls = [...(calls ? [...calls.items()].map(toToolCall) : []), ...gathered.toolCalls];
  if (gathered.results.length > 0 && gathered.content.length === 0 && toolCalls.length === 0) return gathered.results;
  return [
    ...gathered.results,
    {
      role,
      name: exact(message.get("name")),
      content: parts ? collapse(gathered.content) : contentText(message.get("content")),
      reasoning_content: gathered.reasoning,
      tool_calls: toolCalls.length > 0 ? toolCalls : undefined,
      tool_call_id: exact(message.get("tool_call_id")),
    },
  ];
}

function contentText(content: JsonNode | undefined): Value {
  return !content || content.kind === "null" ? null : asText(content);
}

/** The typed parts of a message, when it is spelled so. */
function typedParts(message: JsonNode): JsonNode[] | undefined {
  const parts = first(message, "parts", "contents", "content");
  if (parts?.kind !== "array") return undefined;
  return [...parts.items()].map((part) => part.get("message_content") ?? part);
}

const every = (list: JsonNode | undefined, test: (item: JsonNode) => unknown) => [...(list?.items() ?? [])].every(test);

/** Whether the message and all its parts are already in OpenAI's shape. */
function isOpenAi(message: JsonNode): boolean {
  const spelled = message.get("role") && message.get("content") && !message.get("parts") && !message.get("contents");
  if (!spelled || message.get("finish_reason")) return false;
  return (
    every(message.get("tool_calls"), (call) => call.get("function")) &&
    every(message.get("content"), (part) => {
      const type = part.get("type")?.string();
      return type !== undefined && OPENAI_PARTS.has(type) && part.get(type);
    })
  );
}

type Part = { text: JsonText } | { other: JsonText | object };
type Gathered = { content: Part[]; reasoning: Value; toolCalls: ToolCall[]; results: ChatMessage[] };

function gather(parts: JsonNode[]): Gathered {
  const gathered: Gathered = { content: [], reasoning: undefined, toolCalls: [], results: [] };
  for (const part of parts) {
    switch (part.get("type")?.string()) {
      case "text":
      case "input_text":
      case "output_text":
        gathered.content.push({ text: new JsonText(first(part, "text", "content")?.raw ?? '""') });
        break;
      case "reasoning":
      case "thinking":
        gathered.reasoning = joined(gathered.reasoning, first(part, "text", "content", "thinking"));
        break;
      case "tool_call":
      case "tool-call":
      case "tool_use":
        gathered.toolCalls.push(toToolCall(part));
        break;
      case "tool_call_response":
      case "tool-result":
      case "tool_result":
        gathered.results.push(toToolResult(part));
        break;
      default:
        gathered.content.push(part.kind === "string" ? { text: new JsonText(part.raw) } : { other: toMediaPart(part) });
    }
  }
  return gathered;
}

function joined(before: Value, next: JsonNode | undefined): Value {
  const text = next?.string();
  if (text === undefined || before === undefined) return before ?? exact(next);
  return `${before instanceof JsonText ? JSON.parse(before.text) : before}\n${text}`;
}

function toToolResult(part: JsonNode): ChatMessage {
  const result = first(part, "response", "result", "output", "content");
  // The AI SDK wraps results as {type, value}.
  const value = (result?.get("type") && result.get("value")) ?? result;
  return {
    role: "tool",
    name: exact(first(part, "name", "toolName")),
    content: asText(value) ?? null,
    tool_call_id: exact(first(part, "id", "toolCallId", "tool_call_id", "tool_use_id")),
  };
}

/** An image as `image_url`, from a URL or from base64; any other part as it is. */
function toMediaPart(part: JsonNode): JsonText | object {
  const type = part.get("type")?.string();
  const mediaType = first(part, "mime_type", "mediaType", "mimeType")?.string() ?? "";
  if (type !== "image" && !mediaType.startsWith("image/") && part.get("modality")?.string() !== "image")
    return new JsonText(part.raw);
  const source = part.at(["image", "image", "url"]) ?? first(part, "image", "data", "content", "uri", "url");
  const url = source?.string();
  if (url === undefined) return new JsonText(part.raw);
  const isUrl = /^(data:|[a-z][a-z0-9+.-]*:\/\/)/i.test(url);
  return { type: "image_url", image_url: { url: isUrl ? url : `data:${mediaType || "image/png"};base64,${url}` } };
}

/** One text is the content itself; anything more stays a list of parts. */
function collapse(parts: Part[]): Value | object[] {
  const [only, ...more] = parts;
  if (!only) return null;
  if (more.length === 0 && "text" in only) return only.text;
  return parts.map((part) => ("text" in part ? { type: "text", text: part.text } : part.other));
}
