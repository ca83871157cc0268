import { JsonNode } from "@/lib/json/node";

/** A piece of a message. `arguments` and `json` are exact source text: digits and spacing as sent. */
export type MessagePart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "refusal"; text: string }
  | { type: "tool_call"; id?: string; name: string; arguments: string }
  | { type: "tool_result"; toolCallId?: string; name?: string; text?: string; json?: string; isError: boolean }
  /** Never loaded by itself: shown as a link. `url` may be a `data:` address. */
  | { type: "link"; media: "image" | "audio" | "file"; url?: string; mediaType?: string; name?: string }
  /** A part of a kind not known here, as it is. */
  | { type: "json"; json: string };

const TOOL_ROLES = ["tool", "function"];

/** The parts of a message, or of a text or list of parts standing alone, in the order they are read. */
export function readParts(node: JsonNode): MessagePart[] {
  if (node.kind !== "object") return contentParts(node);
  const reasoning = textOf(node.get("reasoning_content")) ?? textOf(node.get("reasoning"));
  const refusal = textOf(node.get("refusal"));
  return [
    ...(reasoning ? [{ type: "reasoning", text: reasoning } satisfies MessagePart] : []),
    ...(isItem(node) ? itemParts(node) : messageContent(node)),
    ...(refusal ? [{ type: "refusal", text: refusal } satisfies MessagePart] : []),
    ...toolCalls(node),
  ];
}

/** Items of OpenAI's responses are parts and messages at once. */
function isItem(node: JsonNode): boolean {
  const type = node.get("type")?.string();
  return type !== undefined && ["function_call", "function_call_output", "reasoning"].includes(type);
}

function messageContent(node: JsonNode): MessagePart[] {
  const content = node.get("content") ?? node.get("parts") ?? node.get("text");
  if (!content || content.kind === "null") return [];
  const role = node.get("role")?.string() ?? node.get("type")?.string() ?? "";
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
  if (text !== undefined) return text === "" ? [] : [{ type: "text", text }];
  if (content.kind === "array") return [...content.items()].flatMap((item) => (isPart(item) ? itemParts(item) : []));
  return content.kind === "null" ? [] : itemParts(content);
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
const MEDIA: Readonly<Record<string, "image" | "audio" | "file">> = {
  image_url: "image",
  image: "image",
  input_image: "image",
  input_audio: "audio",
  audio: "audio",
  file: "file",
  input_file: "file",
  document: "file",
  blob: "file",
  uri: "file",
};

function itemParts(item: JsonNode): MessagePart[] {
  const plain = item.string();
  if (plain !== undefined) return [{ type: "text", text: plain }];
  const type = item.get("type")?.string() ?? (item.get("text") ? "text" : "");
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
  return text === "" ? [] : [{ type, text }];
}

function toolCalls(node: JsonNode): MessagePart[] {
  const legacy = node.get("function_call");
  const calls = [...(node.get("tool_calls")?.items() ?? []), ...(legacy?.kind === "object" ? [legacy] : [])];
  return calls.filter((call) => call.kind === "object").map(toolCall);
}

/** OpenAI nests name and arguments in `function`; Anthropic, the AI SDK and OpenTelemetry do not. */
function toolCall(call: JsonNode): MessagePart {
  const callee = call.get("function") ?? call;
  const id = firstString(call, ["id", "call_id", "toolCallId", "tool_call_id"]);
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
  const toolCallId = firstString(item, ["tool_call_id", "tool_use_id", "toolCallId", "call_id", "id"]);
  const name = firstString(item, ["name", "toolName", "tool_name"]);
  const result = firstOf(item, ["content", "output", "result", "response"]);
  const isError = item.get("is_error")?.boolean() ?? item.get("isError")?.boolean() ?? false;
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

function link(media: "image" | "audio" | "file", item: JsonNode): MessagePart {
  const inner = firstOf(item, ["image_url", "source", "file", "input_audio", "image", "audio"]);
  const places = [item, ...(inner?.kind === "object" ? [inner] : [])];
  const read = (names: readonly string[]) =>
    places.map((place) => firstString(place, names)).find((found) => found !== undefined);
  const url = inner?.string() ?? read(["url", "uri", "image_url", "file_url", "file_data"]);
  const format = read(["format"]);
  const mediaType = read(["media_type", "mediaType", "mime_type", "mimeType"]) ?? (format && `${media}/${format}`);
  const name = read(["filename", "file_name", "name", "file_id"]);
  const data = url === undefined ? read(["data", "content"]) : undefined;
  const address = url ?? (data && `data:${mediaType ?? "application/octet-stream"};base64,${data}`);
  return {
    type: "link",
    media: mediaType?.startsWith("image/") ? "image" : media,
    ...(address ? { url: address } : {}),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(name === undefined ? {} : { name }),
  };
}

/** A text, or the texts of a list whose every item is one. */
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
