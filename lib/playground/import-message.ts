import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import { splitMedia } from "@/lib/trace/langfuse-media";
import type { MediaPart } from "@/lib/trace/message-media";
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
    return type !== undefined && OPENAI_PARTS.has(type) && part.get(type) !== undefined && !isReference(part);
  });
  return hasOwnParts && [...(message.get("tool_calls")?.items() ?? [])].every((call) => call.get("function"));
}

/** Whether an image is only a reference to a file that was stored, which no model can read. */
function isReference(part: JsonNode): boolean {
  const url = part.at(["image_url", "url"])?.string();
  return url !== undefined && splitMedia(url).some((piece) => typeof piece !== "string");
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
    content: part.parts ? part.parts.flatMap(textOfResult).join("\n") : (part.text ?? part.json ?? ""),
    ...(part.name === undefined ? {} : { name: part.name }),
    toolCallId: part.toolCallId ?? "",
  };
}

/** Tools answer in text only. */
function textOfResult(part: MessagePart): string[] {
  if (part.type === "text") return [part.text];
  return part.type === "json" ? [part.json] : [];
}

/** The files in a message that its turns leave out, each in a few words. */
export function unsentMedia(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === "tool_result")
      return (part.parts ?? []).flatMap((inner) => (isMedia(inner) ? [named(inner)] : []));
    return isMedia(part) && mediaPart(part) === undefined ? [named(part)] : [];
  });
}

const isMedia = (part: MessagePart): part is MediaPart => part.type === "media";
const named = ({ medium, name, fileId, mediaType }: MediaPart) =>
  [medium, name ?? fileId ?? mediaType].filter(Boolean).join(" ");

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
  const [first, ...more] = parts.map(contentPart).filter((part) => part !== undefined);
  if (!first) return hasCalls ? { content: "null", contentIsJson: true } : { content: "" };
  if (more.length === 0 && !(first instanceof JsonText) && "text" in first) return { content: first.text };
  return { content: writeJson([first, ...more]), contentIsJson: true };
}

type ContentPart = { type: "text"; text: string } | JsonText | { type: "image_url" | "input_audio" | "file" };

function contentPart(part: MessagePart): ContentPart | undefined {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "json") return new JsonText(part.json);
  return part.type === "media" ? mediaPart(part) : undefined;
}

/** A file in OpenAI's format, which has images, and embedded audio and files; undefined for any other. */
function mediaPart({ medium, url, file, fileId, name, mediaType, text }: MediaPart): ContentPart | undefined {
  const data = file === undefined && url?.startsWith("data:") ? url : undefined;
  if (medium === "image" && (data || (url && /^https?:/i.test(url)))) return imagePart(url ?? "");
  const [, base64] = data?.split(";base64,") ?? [];
  if (medium === "audio" && base64) return audioPart(base64, mediaType?.split("/")[1]?.replace("mpeg", "mp3") ?? "wav");
  if (data) return filePart({ file_data: data, ...(name === undefined ? {} : { filename: name }) });
  if (medium === "file" && fileId !== undefined) return filePart({ file_id: fileId });
  return text === undefined ? undefined : { type: "text", text };
}

const imagePart = (url: string) => ({ type: "image_url" as const, image_url: { url } });
const audioPart = (data: string, format: string) => ({ type: "input_audio" as const, input_audio: { data, format } });
const filePart = (file: object) => ({ type: "file" as const, file });
