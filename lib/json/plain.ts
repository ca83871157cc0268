import { decodeEscapes, toStorableText } from "./decode";
import { JsonNode } from "./node";
import { JsonScanner } from "./scan";
import type { JsonText } from "./text";
import { unwrapMessage } from "./wrapped-message";

const SPACE = " \n\r\t";

/**
 * The searchable text of a payload: its raw text with string escapes decoded, and NUL and lone surrogates replaced with
 * U+FFFD. Undefined when it equals the raw text.
 */
export function plainText(json: JsonText): string | undefined {
  const { text } = json;
  if (!text.includes("\\") && text.isWellFormed()) return undefined;
  return toStorableText(decodeEscapes(text));
}

/**
 * One line for a list row, at most `maxChars` code points, with a final … when shortened: the text of a plain string,
 * of the most relevant message of a chat, or of an only string field; else compact JSON.
 */
export function preview(json: JsonText, maxChars: number, side: "input" | "output" = "input"): string {
  const string = json.kind === "string" ? json.text : (chatText(json, side) ?? onlyField(json.text));
  // White space may be removed, so the window grows until the line is full.
  for (let length = maxChars * 2; ; length *= 8) {
    const start = string === undefined ? startOf(json.text, length) : startOf(string.slice(1, -1), length, true);
    const line = oneLine(decodeEscapes(start.raw));
    const cut = cutAt(line, maxChars);
    if (cut !== undefined) return cut;
    if (start.whole) return line;
  }
}

/** White space and control characters, other than a single space. */
const GAP = / [\s\p{Cc}]+|(?! )[\s\p{Cc}]+/gu;

function oneLine(text: string): string {
  return toStorableText(text).replace(GAP, " ").trim();
}

/** The line shortened to `maxChars` code points, or undefined when it is not longer. */
function cutAt(line: string, maxChars: number): string | undefined {
  if (line.length <= maxChars) return undefined;
  if (!/[\ud800-\udfff]/.test(line.slice(0, maxChars + 1))) return `${line.slice(0, maxChars - 1)}…`;
  const points = Array.from(line.slice(0, 2 * maxChars + 2));
  return points.length > maxChars ? `${points.slice(0, maxChars - 1).join("")}…` : undefined;
}

/** The first `length` characters of JSON text, an escape counting as one, without white space between tokens. */
function startOf(text: string, length: number, inside = false): { raw: string; whole: boolean } {
  if (inside && !text.slice(0, length).includes("\\"))
    return { raw: text.slice(0, length), whole: text.length <= length };
  let raw = "";
  let copied = 0;
  let inString = inside;
  let at = 0;
  for (let count = 0; at < text.length && count < length;) {
    const character = text.charAt(at);
    if (character === "\\") {
      at += text[at + 1] === "u" ? 6 : 2;
      count += 1;
      continue;
    }
    if (character === '"') inString = !inString;
    if (inString || !SPACE.includes(character)) count += 1;
    else {
      raw += text.slice(copied, at);
      copied = at + 1;
    }
    at += 1;
  }
  return { raw: raw + text.slice(copied, at), whole: at >= text.length };
}

/** The raw string of an object that has one field, a string. */
function onlyField(text: string): string | undefined {
  const scanner = new JsonScanner(text, { trusted: true });
  if (text[0] !== "{" || !scanner.open() || text[scanner.at] !== '"') return undefined;
  const start = scanner.at;
  scanner.skip();
  const end = scanner.at;
  return scanner.more() ? undefined : text.slice(start, end);
}

/** Every chat has one of these; the last two are those of LangChain's two serializations. */
const CHAT_WORDS = ['"role"', '"choices"', '"lc"', '"additional_kwargs"'];

/** The raw string of the most relevant message of a chat: its last user message, or the model's answer. */
function chatText(json: JsonText, side: "input" | "output"): string | undefined {
  // Native search excludes most payloads that are not chats without parsing them.
  if (!CHAT_WORDS.some((word) => json.text.includes(word))) return undefined;
  const root = JsonNode.parse(json);
  const input = root.get("input");
  const messages =
    root.kind === "array" ? root : (root.get("messages") ?? (input?.kind === "array" ? input : undefined));
  if (messages) return messagesText(messages, side);
  const choice = root.at(["choices", 0]);
  if (choice) return messageText(choice.get("message")) ?? stringText(choice.get("text"));
  return root.get("role") ? messageText(root) : undefined;
}

/** The text of the last message of an output, which may have the whole chat, or of the last user message of an input. */
function messagesText(messages: JsonNode, side: "input" | "output"): string | undefined {
  let last: string | undefined;
  for (const item of [...messages.items()].toReversed()) {
    const { message, role: namedRole } = unwrapMessage(item);
    const role = message.get("role")?.string() ?? namedRole;
    const text = role === undefined ? undefined : messageText(message);
    if ((role === "user" || side === "output") && text !== undefined) return text;
    last ??= text;
  }
  return last;
}

/** Content as a string (OpenAI) or as parts: `content` (OpenAI, Anthropic) or `parts` (OpenTelemetry GenAI). */
function messageText(message: JsonNode | undefined): string | undefined {
  const content = message?.get("content");
  if (content?.kind === "string") return stringText(content);
  for (const part of (content ?? message?.get("parts"))?.items() ?? []) {
    const text =
      stringText(part.get("text")) ??
      (part.get("type")?.string() === "text" ? stringText(part.get("content")) : undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The raw text of a string that is not blank. */
function stringText(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" && node.raw.length > 2 ? node.raw : undefined;
}
