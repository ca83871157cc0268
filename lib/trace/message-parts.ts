import { JsonNode } from "@/lib/json/node";

import { type MediaReference, splitMedia } from "./langfuse-media";

type Medium = "image" | "audio" | "file";

/** A piece of a message. `arguments` and `json` are exact source text: digits and spacing as sent. */
export type MessagePart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "refusal"; text: string }
  | { type: "tool_call"; id?: string; name: string; arguments: string }
  | { type: "tool_result"; toolCallId?: string; name?: string; text?: string; json?: string; isError: boolean }
  /**
   * Never loaded automatically, only shown as a link. `url` may be a `data:` address. `file` is the digest of a stored
   * file, or its beginning; `url` is then the text that stands for it.
   */
  | { type: "link"; media: Medium; url?: string; mediaType?: string; name?: string; file?: string }
  /** A part of an unknown kind, unchanged. */
  | { type: "json"; json: string };

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
  return type !== undefined && ["function_call", "function_call_output", "reasoning", "tool_call"].includes(type);
}

function messageContent(node: JsonNode, namedRole: string): MessagePart[] {
  const content = node.get("content") ?? node.get("parts") ?? node.get("text");
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

/** A text, and the files that Langfuse's SDKs replaced by a reference in it. */
function plainParts(text: string): MessagePart[] {
  return splitMedia(text).map((part) => (typeof part === "string" ? { type: "text", text: part } : mediaPart(part)));
}

function mediaPart({ text, mediaType, digest }: MediaReference): MessagePart {
  const [kind] = mediaType.split("/");
  return {
    type: "link",
    media: kind === "image" || kind === "audio" ? kind : "file",
    url: text,
    mediaType,
    file: digest,
  };
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
const MEDIA: Readonly<Record<string, Medium>> = {
  image_url: "image",
  image: "image",
  input_image: "image",
  input_audio: "audio",
  audio: "audio",
  file: "file",
  input_file: "file",
  document: "file",
  blob: "file",
  binary: "file",
  uri: "file",
};

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
  const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  return [media ? link(media, item) : { type: "json", json: item.raw }];
}

function textParts(type: "text" | "reasoning" | "refusal", item: JsonNode): MessagePart[] {
  const text =
    textOf(item.get("text")) ??
    textOf(item.get("content")) ??
    textOf(item.get("thinking")) ??
    textOf(item.get("refusal")) ??
    textOf(item.get("summary"));
  if (text === undefined) return [{ type: "json", json: item.raw }];
  if (type === "text") return plainParts(text);
  return text === "" ? [] : [{ type, text }];
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
  return {
    type: "tool_result",
    ...(about.toolCallId === undefined ? {} : { toolCallId: about.toolCallId }),
    ...(about.name === undefined ? {} : { name: about.name }),
    ...(text !== undefined ? { text } : value ? { json: value.raw } : {}),
    isError,
  };
}

function link(media: Medium, item: JsonNode): MessagePart {
  const inner = firstOf(item, ["image_url", "source", "file", "input_audio", "image", "audio"]);
  const places = [item, ...(inner?.kind === "object" ? [inner] : [])];
  const read = (names: readonly string[]) =>
    places.map((place) => firstString(place, names)).find((found) => found !== undefined);
  const url = inner?.string() ?? read(["url", "uri", "image_url", "file_url", "file_data"]);
  const format = read(["format"]);
  const mediaType = read(["media_type", "mediaType", "mime_type", "mimeType"]) ?? (format && `${media}/${format}`);
  const name = read(["filename", "file_name", "name", "file_id"]);
  const data = url === undefined ? read(["data", "content"]) : undefined;
  const [reference] = splitMedia(url ?? data ?? "");
  if (reference && typeof reference !== "string") return mediaPart(reference);
  const address = url ?? (data && `data:${mediaType ?? "application/octet-stream"};base64,${data}`);
  return {
    type: "link",
    media: mediaType?.startsWith("image/") ? "image" : media,
    ...(address ? { url: address } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(name === undefined ? {} : { name }),
  };
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
