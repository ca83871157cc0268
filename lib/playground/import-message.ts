import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { type MessagePart, readParts } from "@/lib/trace/message-parts";
import type { TurnFields } from "./document";

/** OpenAI's content parts; the content of each is in the member named after its type. */
const OPENAI_PARTS = new Set(["text", "image_url", "input_audio", "file", "refusal"]);

/** Whether a message can be sent to an OpenAI-compatible server unchanged. */
export function isOpenAiMessage(message: JsonNode): boolean {
  const content = message.get("content");
  if (message.get("parts") ?? message.get("contents")) return false;
  if (content?.kind === "object") return false;
  const hasOwnParts = [...(content?.items() ?? [])].every((part) => {
    const type = part.get("type")?.string();
    return type !== undefined && OPENAI_PARTS.has(type) && part.get(type) !== undefined;
  });
  return hasOwnParts && [...(message.get("tool_calls")?.items() ?? [])].every((call) => call.get("function"));
}

/** A message in another format as turns in OpenAI's: a tool result becomes a separate turn. */
export function turnsOfMessage(message: JsonNode, role = message.get("role")?.string() ?? "user"): TurnFields[] {
  const name = message.get("role") && message.get("name")?.string();
  return turnsOfParts({ role, parts: readParts(message), ...(name === undefined ? {} : { name }) });
}

/** The same from parts that have already been read. */
export function turnsOfParts({
  role,
  name,
  parts,
}: {
  role: string;
  name?: string;
  parts: readonly MessagePart[];
}): TurnFields[] {
  const results = parts.flatMap((part) => (part.type === "tool_result" ? [resultTurn(part)] : []));
  const others = parts.filter(({ type }) => type !== "tool_result");
  if (others.length === 0 && results.length > 0) return results;
  return [...results, ownTurn(role, name, others)];
}

function resultTurn(part: MessagePart & { type: "tool_result" }): TurnFields {
  return {
    role: "tool",
    content: part.text ?? part.json ?? "",
    ...(part.name === undefined ? {} : { name: part.name }),
    toolCallId: part.toolCallId ?? "",
  };
}

function ownTurn(role: string, name: string | undefined, parts: readonly MessagePart[]): TurnFields {
  const calls = parts.flatMap((part) => (part.type === "tool_call" ? [callOf(part)] : []));
  const content = parts.filter(({ type }) => type !== "tool_call" && type !== "reasoning" && type !== "refusal");
  const extra = {
    ...(said(parts, "reasoning") === undefined ? {} : { reasoning_content: said(parts, "reasoning") }),
    ...(said(parts, "refusal") === undefined ? {} : { refusal: said(parts, "refusal") }),
  };
  return {
    role,
    ...contentOf(content, calls.length > 0),
    ...(name === undefined ? {} : { name }),
    ...(calls.length > 0 ? { toolCalls: writeJson(calls) } : {}),
    ...(Object.keys(extra).length > 0 ? { extra: writeJson(extra) } : {}),
  };
}

function said(parts: readonly MessagePart[], type: "reasoning" | "refusal"): string | undefined {
  const texts = parts.flatMap((part) => (part.type === type ? [part.text] : []));
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function callOf({ id, name, arguments: given }: MessagePart & { type: "tool_call" }) {
  return { ...(id === undefined ? {} : { id }), type: "function", function: { name, arguments: given } };
}

function contentOf(parts: readonly MessagePart[], hasCalls: boolean): Pick<TurnFields, "content" | "contentIsJson"> {
  const [first, ...more] = parts;
  if (!first) return hasCalls ? { content: "null", contentIsJson: true } : { content: "" };
  if (first.type === "text" && more.length === 0) return { content: first.text };
  return { content: writeJson(parts.map(contentPart)), contentIsJson: true };
}

function contentPart(part: MessagePart): unknown {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "json") return new JsonText(part.json);
  if (part.type !== "link") return part;
  const url = part.url ?? "";
  if (part.media === "image") return { type: "image_url", image_url: { url } };
  const [, data] = url.split(";base64,");
  if (part.media === "audio" && data)
    return { type: "input_audio", input_audio: { data, format: part.mediaType?.split("/")[1] ?? "wav" } };
  return { type: "file", file: { file_data: url, ...(part.name === undefined ? {} : { filename: part.name }) } };
}
