import { JsonNode } from "@/lib/json/node";
import { prettyJson, prettyText } from "@/lib/json/pretty";
import type { JsonText } from "@/lib/json/text";
import type { ChatMessage } from "./conversation";
import { isUsualFinish } from "./finish-reason";
import type { MediaPart } from "./message-media";
import type { MessagePart } from "./message-parts";

/** One text of a log, and whose it is. */
export interface LogBlock {
  /** A role of a message, `tool call`, `tool result`, `input`, `output`, `error` … */
  label: string;
  /** The name of a tool or of who wrote the message. */
  name?: string;
  text: string;
  /** JSON and stack traces. */
  isCode: boolean;
  isError?: boolean;
  media?: MediaPart;
}

/** JSON of another length is shown as it was sent: what fits in a line, and what takes long to indent. */
const PRETTY_CHARS = { least: 60, most: 20_000 };

/** A message as texts, one for each of its parts. */
export function messageBlocks({ role, name, parts, finishReason }: ChatMessage): LogBlock[] {
  const named = name === undefined ? {} : { name };
  const blocks = parts.map((part) => ({ ...named, ...partBlock(role, part) }));
  if (finishReason !== undefined && !isUsualFinish(finishReason))
    blocks.push({ label: "finish reason", text: finishReason, isCode: false, isError: true });
  return blocks.length > 0 ? blocks : [{ ...named, label: role, text: "(empty)", isCode: false }];
}

/** A payload that is not a conversation; none if there is nothing in it. */
export function payloadBlocks(label: "input" | "output", json: JsonText | undefined): LogBlock[] {
  const node = json && JsonNode.parse(json);
  if (!node || node.kind === "null" || (node.kind === "object" && node.size === 0)) return [];
  const text = node.string();
  if (text !== undefined) return text === "" ? [] : [{ label, text, isCode: false }];
  return [{ label, text: isPretty(node.raw) ? prettyJson(node) : node.raw, isCode: true }];
}

function partBlock(role: string, part: MessagePart): LogBlock {
  switch (part.type) {
    case "text":
      return { label: role, text: part.text, isCode: false };
    case "reasoning":
    case "refusal":
      return { label: part.type, text: part.text, isCode: false };
    case "tool_call":
      return { label: "tool call", name: part.name || "tool", text: pretty(part.arguments), isCode: true };
    case "tool_result":
      return {
        label: "tool result",
        ...(part.name === undefined ? {} : { name: part.name }),
        // As the output of the tool's own call is written, so that the log folds it as the same text.
        text: pretty(part.text ?? part.json ?? ""),
        isCode: part.text === undefined || isJson(part.text),
        isError: part.isError,
      };
    case "media":
      return { label: role, text: mediaText(part), isCode: false, media: part };
    case "json":
      return { label: role, text: pretty(part.json), isCode: true };
  }
}

/** A file in words: its content is not text. */
function mediaText({ medium, name, mediaType, url, text }: MediaPart): string {
  const about = [name, mediaType, url?.startsWith("data:") ? undefined : url].filter(Boolean).join(", ");
  return [`[${medium}${about && `: ${about}`}]`, text].filter(Boolean).join("\n");
}

function pretty(text: string): string {
  return isPretty(text) && isJson(text) ? (prettyText(text) ?? text) : text;
}

function isPretty(json: string): boolean {
  return (json.length > PRETTY_CHARS.least || json.includes("\n")) && json.length <= PRETTY_CHARS.most;
}

/** Whether a text looks like an object or a list. */
function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
