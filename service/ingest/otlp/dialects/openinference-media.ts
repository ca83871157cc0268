import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText, writeJson } from "@/lib/json/text";
import { readMedia } from "@/lib/trace/message-media";
import { type MessagePart, readParts } from "@/lib/trace/message-parts";
import type { Attributes } from "@/service/ingest/otlp/any-value";
import { toNode, withPrefix } from "@/service/ingest/otlp/attributes";
import { type ChatMessage, type Choice, toChatMessages, toChoices } from "@/service/ingest/otlp/chat-messages";
import { exact, first } from "@/service/ingest/otlp/chat-parts";
import { unflatten } from "@/service/ingest/otlp/unflatten";

/** Words that a request with images or files has, as types or members of its parts; most requests have none. */
const HINT =
  /"(image|input_image|audio|input_audio|video|file|input_file|document|media|inline_?data|file_?data|image_url)"/i;

/** What every message has that LangChain serialized. */
const LANGCHAIN = /"lc":\s*1\b/;

/**
 * The messages, each as in the request, which the instrumentation recorded as a whole, if that has more of it: many of
 * its versions have attributes for images only, and LangChain.js's leaves out content in parts and the IDs of tool calls.
 */
export function withSentParts(messages: ChatMessage[], sent: JsonText | undefined): ChatMessage[] {
  if (!sent || !(HINT.test(sent.text) || LANGCHAIN.test(sent.text))) return messages;
  const list = first(JsonNode.parse(sent), "messages", "input", "contents");
  if (list?.kind !== "array") return messages;
  const whole = toChatMessages(list);
  // Only the attributes have the instructions of OpenAI's responses as a message.
  const before = messages.length - whole.length;
  return messages.map((message, index) => {
    const other = whole[index - before];
    if (!other) return message;
    const [shown, complete] = [nodeOf(message), nodeOf(other)];
    const isSame = shown.get("role")?.string() === complete.get("role")?.string();
    return isSame && hasMore(complete, shown) ? other : message;
  });
}

/** The choices, with the IDs of tool calls that are only in LangChain's own record of them (`sent`). */
export function withSentCalls(choices: Choice[], sent: JsonText | undefined): Choice[] {
  if (!sent || !LANGCHAIN.test(sent.text)) return choices;
  const generations = JsonNode.parse(sent).get("generations");
  const whole = generations ? toChoices(generations) : [];
  return choices.map((choice, index) => {
    const other = whole[index];
    const isBetter = other && idsIn(readParts(nodeOf(other.message))) > idsIn(readParts(nodeOf(choice.message)));
    return isBetter ? { ...choice, message: other.message } : choice;
  });
}

function hasMore(complete: JsonNode, shown: JsonNode): boolean {
  const [all, some] = [readParts(complete), readParts(shown)];
  return filesIn(all) > filesIn(some) || idsIn(all) > idsIn(some) || (some.length === 0 && all.length > 0);
}

/**
 * The choices; images that a model made, which are attributes of the span, or only in the response (`sent`), are in the
 * last one.
 */
export function withMadeImages(choices: Choice[], attributes: Attributes, sent: JsonText | undefined): Choice[] {
  const last = choices.at(-1);
  const urls = last ? madeImages(attributes, sent) : [];
  if (!last || urls.length === 0) return choices;
  const message = nodeOf(last.message);
  if (filesIn(readParts(message)) > 0) return choices;
  const members = [...message.entries()].map(([name, value]) => [name, exact(value)] as const);
  const images = urls.map((url) => ({ type: "image_url", image_url: { url } }));
  return [
    ...choices.slice(0, -1),
    { ...last, message: toJsonText(Object.fromEntries([...members, ["images", images] as const])) },
  ];
}

function madeImages(attributes: Attributes, sent: JsonText | undefined): string[] {
  const listed = unflatten(withPrefix(attributes, "output.images."));
  if (Array.isArray(listed))
    return [...toNode(listed).items()].flatMap((item) => item.at(["image", "url"])?.string() ?? []);
  if (!sent?.text.includes('"image_generation_call"')) return [];
  const items = [...(JsonNode.parse(sent).get("output")?.items() ?? [])];
  return items
    .filter((item) => item.get("type")?.string() === "image_generation_call")
    .flatMap((item) => readMedia(item)?.url ?? []);
}

function nodeOf(message: ChatMessage): JsonNode {
  return JsonNode.parse(message instanceof JsonText ? message : new JsonText(writeJson(message)));
}

/** The number of files that were recorded, by content, address or ID. */
function filesIn(parts: readonly MessagePart[]): number {
  return parts.reduce((sum, part) => {
    if (part.type === "tool_result") return sum + filesIn(part.parts ?? []);
    if (part.type !== "media") return sum;
    const { url, file, fileId, text } = part;
    return sum + ((file ?? fileId ?? text ?? (url !== undefined && /^[a-z][\w+.-]*:/i.test(url))) ? 1 : 0);
  }, 0);
}

/** The number of tool calls and results that name their call. */
function idsIn(parts: readonly MessagePart[]): number {
  return parts.filter((part) => (part.type === "tool_call" ? part.id : part.type === "tool_result" && part.toolCallId))
    .length;
}
