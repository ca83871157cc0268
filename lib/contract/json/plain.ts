import { decodeEscapes, toStorableText } from "./decode";
import { JsonNode } from "./node";
import { JsonScanner } from "./scan";
import type { JsonText } from "./text";

/**
 * The searchable text of a payload: its raw text with string escapes decoded, and NUL and lone surrogates
 * replaced by U+FFFD. Undefined when that is the raw text itself.
 */
export function plainText(json: JsonText): string | undefined {
  const { text } = json;
  if (!text.includes("\\") && text.isWellFormed()) return undefined;
  return toStorableText(decodeEscapes(text));
}

/**
 * One line for a list row, at most `maxChars` code points with a final … when cut: the text of a bare string,
 * of the message that matters in a chat, or of an only string field; else compact JSON.
 */
export function preview(json: JsonText, maxChars: number): string {
  const { text } = json;
  const string = json.kind === "string" ? text : (chatText(json) ?? onlyField(text));
  const read = (length: number) =>
    string === undefined ? decodeEscapes(compactStart(text, length)) : decodeEscapes(string.slice(1, -1), length);
  // White space may collapse to nothing, so the window grows until the line is full.
  for (let length = maxChars * 4; ; length *= 8) {
    const shown = read(length);
    const line = cut(
      toStorableText(shown)
        .replace(/[\s\p{Cc}]+/gu, " ")
        .trim(),
      maxChars,
    );
    if (line.endsWith("…") || shown.length < length) return line;
  }
}

function cut(line: string, maxChars: number): string {
  if (line.length <= maxChars) return line;
  const points = Array.from(line.slice(0, 2 * maxChars + 2));
  return points.length <= maxChars ? line : `${points.slice(0, maxChars - 1).join("")}…`;
}

/** The start of the JSON text without white space between its tokens, about `length` UTF-16 units. */
function compactStart(text: string, length: number): string {
  const pieces: string[] = [];
  let kept = 0;
  let inString = false;
  for (let at = 0; at < text.length && kept < length; at += 1) {
    const character = text.charAt(at);
    if (inString && character === "\\") {
      const escape = text.slice(at, at + (text[at + 1] === "u" ? 6 : 2));
      pieces.push(escape);
      kept += 1;
      at += escape.length - 1;
      continue;
    }
    if (character === '"') inString = !inString;
    if (!inString && (character === " " || character === "\n" || character === "\r" || character === "\t")) continue;
    pieces.push(character);
    kept += 1;
  }
  return pieces.join("");
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

/** The raw string of the message that says most about a chat: its last user message, or the model's answer. */
function chatText(json: JsonText): string | undefined {
  // Native search tells in passing that most payloads are no chat, without reading them.
  if (!json.text.includes('"role"') && !json.text.includes('"choices"')) return undefined;
  const root = JsonNode.parse(json);
  if (root.kind === "array") return messagesText(root);
  const messages = root.get("messages");
  if (messages) return messagesText(messages);
  const choice = root.at(["choices", 0]);
  if (choice) return messageText(choice.get("message")) ?? stringText(choice.get("text"));
  return root.get("role") ? messageText(root) : undefined;
}

function messagesText(messages: JsonNode): string | undefined {
  let last: string | undefined;
  let lastOfUser: string | undefined;
  for (const message of messages.items()) {
    const role = message.get("role")?.string();
    const text = role === undefined ? undefined : messageText(message);
    if (text === undefined) continue;
    last = text;
    if (role === "user") lastOfUser = text;
  }
  return lastOfUser ?? last;
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

/** The raw of a string that shows something. */
function stringText(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" && node.raw.length > 2 ? node.raw : undefined;
}
