import { JsonNode } from "@/lib/json/node";

import { splitMedia } from "./langfuse-media";
import {
  embeddedMedia,
  isAvailable,
  mediaAs,
  type MediaPart,
  readMedia,
  referencedMedia,
  writtenMedia,
} from "./message-media";

/** A piece of a message. `arguments` and `json` are exact source text: digits and spacing as sent. */
export type MessagePart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "refusal"; text: string }
  | { type: "tool_call"; id?: string; name: string; arguments: string }
  | ToolResultPart
  | MediaPart
  /** A part of an unknown kind, unchanged. */
  | { type: "json"; json: string };

/** What a tool returned: a text, or JSON; if there are images or files in it, also as parts. */
interface ToolResultPart {
  type: "tool_result";
  toolCallId?: string;
  name?: string;
  text?: string;
  json?: string;
  parts?: MessagePart[];
  isError: boolean;
}

const TOOL_ROLES = ["tool", "function"];

/** The parts of a message, or of a separate text or list of parts, in order. `role` is for messages without their own. */
export function readParts(node: JsonNode, role = ""): MessagePart[] {
  if (node.kind !== "object") return contentParts(node);
  const reasoning = textOf(node.get("reasoning_content")) ?? textOf(node.get("reasoning"));
  const refusal = textOf(node.get("refusal"));
  const content = isItem(node) ? itemParts(node) : messageContent(node, role);
  return [
    ...(reasoning ? [{ type: "reasoning", text: reasoning } satisfies MessagePart] : []),
    ...content,
    ...mediaBeside(node),
    ...(refusal ? [{ type: "refusal", text: refusal } satisfies MessagePart] : []),
    ...toolCalls(node).filter((call) => !content.some((part) => isSameCall(part, call))),
  ];
}

/** Some SDKs list a call both among the message's parts and beside them. */
function isSameCall(part: MessagePart, call: MessagePart): boolean {
  return part.type === "tool_call" && call.type === "tool_call" && part.id !== undefined && part.id === call.id;
}

/** Items of OpenAI's responses, and tool calls by themselves, are parts and messages at once. */
function isItem(node: JsonNode): boolean {
  const type = node.get("type")?.string();
  return type !== undefined && (type === "reasoning" || /_call(_output)?$/.test(type));
}

/** Media beside the content: audio that a model answered with, and the lists of images of Ollama and OpenRouter. */
function mediaBeside(node: JsonNode): MediaPart[] {
  const images = [...(node.get("images")?.items() ?? [])].map((image) => mediaAs("image", image));
  const audio = node.get("audio");
  const spoken = audio?.get("data") || audio?.get("transcript") ? mediaAs("audio", audio) : undefined;
  return [...images, spoken].filter((part) => part !== undefined);
}

function messageContent(node: JsonNode, namedRole: string): MessagePart[] {
  const content = node.get("content") ?? node.get("parts") ?? node.get("blocks") ?? node.get("text");
  if (!content || content.kind === "null") return [];
  const role = node.get("role")?.string() ?? (namedRole || (node.get("type")?.string() ?? ""));
  const toolCallId = node.get("tool_call_id")?.string();
  const isResult = TOOL_ROLES.includes(role) && (content.kind === "string" || !hasResultPart(content));
  return isResult ? [toolResult(content, { toolCallId, name: node.get("name")?.string() })] : contentParts(content);
}

function hasResultPart(content: JsonNode): boolean {
  for (const item of content.items()) {
    const type = item.get("type")?.string();
    if (type !== undefined && RESULT_TYPES.includes(type)) return true;
  }
  return false;
}

function contentParts(content: JsonNode): MessagePart[] {
  const text = content.string();
  if (text !== undefined) return plainParts(text);
  if (content.kind === "array") return [...content.items()].flatMap((item) => (isPart(item) ? itemParts(item) : []));
  return content.kind === "null" ? [] : itemParts(content);
}

/** A text, and the files that Langfuse's SDKs replaced by a reference in it; or the file that the text is. */
export function plainParts(text: string): MessagePart[] {
  const media = embeddedMedia(text);
  if (media) return [media];
  return splitMedia(text).map((part) =>
    typeof part === "string" ? { type: "text", text: part } : referencedMedia(part),
  );
}

function isPart(node: JsonNode): boolean {
  return node.kind !== "null";
}

const TEXT_TYPES = ["text", "input_text", "output_text", "summary_text"];
const REASONING_TYPES = ["reasoning", "thinking", "redacted_thinking"];
const CALL_TYPES = ["tool_call", "tool-call", "tool_use", "function_call", "server_tool_use", "server_tool_call"];
const RESULT_TYPES = [
  "tool_result",
  "tool-result",
  "tool_call_response",
  "function_call_output",
  "computer_call_output",
  "server_tool_call_response",
];
/** Members that hold a part in the APIs that name its type by its only member: Bedrock's and Gemini's. */
const WRAPPED_PARTS: readonly [string, (part: JsonNode) => MessagePart[]][] = [
  ["toolUse", (part) => [toolCall(part)]],
  ["functionCall", (part) => [toolCall(part)]],
  ["function_call", (part) => [toolCall(part)]],
  ["toolResult", (part) => [toolResultItem(part)]],
  ["functionResponse", (part) => [toolResultItem(part)]],
  ["function_response", (part) => [toolResultItem(part)]],
  ["reasoningContent", (part) => textParts("reasoning", part.get("reasoningText") ?? part)],
];
function itemParts(item: JsonNode): MessagePart[] {
  const plain = item.string();
  if (plain !== undefined) return plainParts(plain);
  const type = item.get("type")?.string() ?? (item.get("text") ? "text" : "");
  for (const [member, read] of type === "" ? WRAPPED_PARTS : []) {
    const part = item.get(member);
    if (part?.kind === "object") return read(part);
  }
  if (TEXT_TYPES.includes(type)) return textParts("text", item);
  if (REASONING_TYPES.includes(type)) return textParts("reasoning", item);
  if (type === "refusal") return textParts("refusal", item);
  if (CALL_TYPES.includes(type)) return [toolCall(item)];
  if (RESULT_TYPES.includes(type)) return [toolResultItem(item)];
  return [readMedia(item) ?? { type: "json", json: item.raw }];
}

function textParts(type: "text" | "reasoning" | "refusal", item: JsonNode): MessagePart[] {
  const text =
    textOf(item.get("text")) ??
    textOf(item.get("content")) ??
    textOf(item.get("thinking")) ??
    textOf(item.get("refusal")) ??
    textOf(item.get("summary"));
  if (text === undefined) return [{ type: "json", json: item.raw }];
  if (type === "text") return textOrMedia(text);
  return text === "" ? [] : [{ type, text }];
}

function textOrMedia(text: string): MessagePart[] {
  const media = writtenMedia(text);
  return media ? [media] : plainParts(text);
}

function toolCalls(node: JsonNode): MessagePart[] {
  const legacy = node.get("function_call");
  const listed = [...(node.get("tool_calls")?.items() ?? [])];
  // LangChain keeps the provider's own calls beside its own.
  const kept = listed.length === 0 ? node.at(["additional_kwargs", "tool_calls"])?.items() : undefined;
  const calls = [...listed, ...(kept ?? []), ...(legacy?.kind === "object" ? [legacy] : [])];
  return calls.filter((call) => call.kind === "object").map(toolCall);
}

/** OpenAI nests name and arguments in `function`; Anthropic, the AI SDK and OpenTelemetry do not. */
function toolCall(call: JsonNode): MessagePart {
  const callee = call.get("function") ?? call;
  const id = firstString(call, ["id", "call_id", "toolCallId", "tool_call_id", "toolUseId"]);
  const name = firstString(callee, ["name", "toolName", "tool_name"]) ?? "";
  const given = firstOf(callee, ["arguments", "input", "args"]);
  return {
    type: "tool_call",
    ...(id === undefined ? {} : { id }),
    name,
    arguments: given?.string() ?? given?.raw ?? "",
  };
}

function toolResultItem(item: JsonNode): MessagePart {
  const toolCallId = firstString(item, ["tool_call_id", "tool_use_id", "toolUseId", "toolCallId", "call_id", "id"]);
  const name = firstString(item, ["name", "toolName", "tool_name"]);
  const result = firstOf(item, ["content", "output", "result", "response"]);
  const isError =
    item.get("is_error")?.boolean() ?? item.get("isError")?.boolean() ?? item.get("status")?.string() === "error";
  return toolResult(result, { toolCallId, name, isError });
}

function toolResult(
  result: JsonNode | undefined,
  about: { toolCallId?: string; name?: string; isError?: boolean },
): MessagePart {
  // The AI SDK wraps a result as {type: "json" | "text" | "error-text", value}.
  const wrapped = result?.get("type") && result.get("value") ? result : undefined;
  const isError = about.isError || wrapped?.get("type")?.string()?.startsWith("error") || false;
  const value = wrapped?.get("value") ?? result;
  const text = value && textOf(value);
  const parts = value && text === undefined ? partsWithMedia(value) : undefined;
  return {
    type: "tool_result",
    ...(about.toolCallId === undefined ? {} : { toolCallId: about.toolCallId }),
    ...(about.name === undefined ? {} : { name: about.name }),
    ...(text !== undefined ? { text } : value ? { json: value.raw } : {}),
    ...(parts ? { parts } : {}),
    isError,
  };
}

/** The parts of a result that has media: a list of parts, MCP's object with such a list, or a single part. */
function partsWithMedia(value: JsonNode): MessagePart[] | undefined {
  const content = value.get("content");
  const parts = contentParts(content?.kind === "array" ? content : value);
  return parts.some((part) => part.type === "media" && isAvailable(part)) ? parts : undefined;
}

/** A text, or the texts of a list that has only texts. */
function textOf(node: JsonNode | undefined): string | undefined {
  const text = node?.string();
  if (text !== undefined || node?.kind !== "array" || node.size === 0) return text;
  const texts: string[] = [];
  for (const item of node.items()) {
    const one = item.string() ?? item.get("text")?.string();
    if (one === undefined) return undefined;
    texts.push(one);
  }
  return texts.join("\n");
}

function firstOf(node: JsonNode, names: readonly string[]): JsonNode | undefined {
  for (const name of names) {
    const found = node.get(name);
    if (found && found.kind !== "null") return found;
  }
  return undefined;
}

function firstString(node: JsonNode, names: readonly string[]): string | undefined {
  return firstOf(
    node,
    names.filter((name) => node.get(name)?.kind === "string"),
  )?.string();
}
