import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { readMessagePair, unwrapMessage } from "@/lib/json/wrapped-message";
import { embeddedMedia, mediaAs, type MediaPart, readMedia } from "./message-media";
import { type MessagePart, plainParts, readParts } from "./message-parts";

/** One message of a chat, as shown in the conversation view. */
export interface ChatMessage {
  /** As sent: `system`, `user`, `assistant`, `tool`, `developer` … */
  role: string;
  name?: string;
  parts: MessagePart[];
  /** Only for answers. */
  finishReason?: string;
}

export interface Conversation {
  /** The model's input. */
  input: ChatMessage[];
  /** The model's answer: one message per choice. */
  output: ChatMessage[];
  /** Names of fields that are not messages. */
  otherFields: { input: string[]; output: string[] };
}

/** Input fields with a text from the user, most likely first. */
const PROMPT_FIELDS = ["prompt", "input", "question", "query", "text", "message", "user_input", "arg0", "contents"];
/** Output fields with a text from the model. */
const ANSWER_FIELDS = ["text", "answer", "response", "content", "output", "result", "completion", "message"];
/** Fields in which SDKs wrap what they traced: Weave's positional argument, OpenInference's and LangChain's values. */
const WRAPPERS = ["arg0", "input", "inputs", "kwargs", "body", "request"];
const OUTPUT_WRAPPERS = ["response", "output", "result", "data", "update"];
/** Fields with a list of messages, and fields with a separate system text. */
const LISTS = ["messages", "input", "contents"];
const SYSTEM_FIELDS = ["system", "system_instruction", "system_instructions", "instructions", "system_prompt"];
/** Maximum number of items of a list that are looked at for files. */
const FIELD_FILES = 100;
const FINISH_REASONS = ["finish_reason", "stop_reason", "finishReason"];
/** Fields of an answer that contain messages. */
const MESSAGE_PLACES = [
  "choices",
  "candidates",
  "generations",
  "messages",
  "message",
  ...OUTPUT_WRAPPERS,
  "role",
  "content",
  "parts",
  "tool_calls",
  "text",
  "refusal",
  "reasoning",
  "reasoning_content",
  "finish_reason",
  "stop_reason",
  "name",
];

/**
 * The chat in a call's inputs and output, in any of the usual formats: OpenAI's chat and responses, Anthropic's and
 * OpenTelemetry's parts, message lists under `messages` or `input`, or plain text on both sides. Undefined if they are
 * not a chat. If one side is not a chat, it becomes a message of JSON, so that nothing is left out. Arguments and JSON
 * keep their exact text.
 */
export function readConversation(inputs: JsonText | undefined, output: JsonText | undefined): Conversation | undefined {
  const [inputNode, answered] = [inputs, output].map((text) => text && JsonNode.parse(text));
  const messages = inputNode && readMessageList(inputNode);
  const answers = answered && (readChoices(answered) ?? readAnswerMessages(answered));
  const prompt = inputNode && readPrompt(inputNode);
  const answer = answered && readAnswer(answered);
  const isChat = messages !== undefined || answers !== undefined;
  if (!isChat && !(prompt && (answer || isNothing(answered)))) return undefined;
  return {
    input: messages ?? prompt ?? asJson("user", inputNode),
    output: answers ?? answer ?? asJson("assistant", answered),
    otherFields: {
      input: messages
        ? otherFields(inputNode, [...LISTS, ...SYSTEM_FIELDS, ...WRAPPERS])
        : prompt
          ? fieldsBesideText(inputNode, PROMPT_FIELDS)
          : [],
      output: answers ? otherFields(answered, MESSAGE_PLACES) : answer ? fieldsBesideText(answered, ANSWER_FIELDS) : [],
    },
  };
}

/** Whether one of a call's payloads has messages with roles, rather than only a text in the place of one. */
export function hasRoles(inputs: JsonText | undefined, output: JsonText | undefined): boolean {
  const [inputNode, answered] = [inputs, output].map((text) => text && JsonNode.parse(text));
  if (inputNode && readMessageList(inputNode)) return true;
  return answered !== undefined && (readChoices(answered) ?? readAnswerMessages(answered)) !== undefined;
}

/** Members of an object other than the named ones. */
function otherFields(node: JsonNode | undefined, read: readonly string[]): string[] {
  return [...(node?.entries() ?? [])].map(([name]) => name).filter((name) => !read.includes(name));
}

/** Members of an object other than the text that was read and the system text. */
function fieldsBesideText(node: JsonNode | undefined, fields: readonly string[]): string[] {
  if (node?.kind !== "object" || node.size === 1 || node.get("_type")) return [];
  const read = fields.find((field) => node.get(field)?.string() !== undefined);
  const media = [...node.entries()].filter(([, value]) => mediaInField(value).length > 0).map(([name]) => name);
  return otherFields(node, [...(read === undefined ? [] : [read]), ...media, ...SYSTEM_FIELDS]);
}

function asJson(role: string, node: JsonNode | undefined): ChatMessage[] {
  return isNothing(node) || !node ? [] : [{ role, parts: [{ type: "json", json: node.raw }] }];
}

function isNothing(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === "null" || (node.kind === "object" && node.size === 0);
}

/** A list of messages in one of the usual fields, with a separate system text first. */
function readMessageList(node: JsonNode, isWrapped = false): ChatMessage[] | undefined {
  if (node.kind === "array") return readMessages(node);
  if (node.kind !== "object") return undefined;
  for (const field of LISTS) {
    const list = node.get(field);
    const messages = list?.kind === "array" ? (readMessages(list) ?? readLooseParts(field, list)) : undefined;
    if (messages) return withSystem(systemOf(node), messages);
  }
  if (isWrapped) return undefined;
  for (const wrapper of WRAPPERS) {
    const inner = node.get(wrapper);
    const messages = inner && readMessageList(inner, true);
    if (messages) return messages;
  }
  return undefined;
}

/** Undefined unless every item is a message, since any other list is not a conversation. */
function readMessages(list: JsonNode): ChatMessage[] | undefined {
  const messages: ChatMessage[] = [];
  for (const item of list.items()) {
    // LangChain and batch APIs nest one list in another.
    const nested = item.kind === "array" ? (readPair(item) ?? readMessages(item)) : undefined;
    const message = nested ?? readMessage(item);
    if (!message) return undefined;
    messages.push(...(Array.isArray(message) ? message : [message]));
  }
  return messages.length > 0 ? messages : undefined;
}

/** Google's SDK also takes the texts and files of one message. */
function readLooseParts(field: string, list: JsonNode): ChatMessage[] | undefined {
  return field === "contents" && list.size > 0 ? [{ role: "user", parts: readParts(list) }] : undefined;
}

function readPair(item: JsonNode): ChatMessage[] | undefined {
  const pair = readMessagePair(item);
  return pair && [{ role: pair.role, parts: readParts(pair.content) }];
}

function readMessage(wrapped: JsonNode, fallbackRole?: string): ChatMessage | undefined {
  if (wrapped.kind !== "object") return undefined;
  const { message: node, role: namedRole } = unwrapMessage(wrapped);
  const role = node.get("role")?.string() ?? namedRole ?? fallbackRole ?? roleOfItem(node);
  if (role === undefined) return undefined;
  // If an item has no role, its name is that of the called function.
  const name = node.get("role") || namedRole ? node.get("name")?.string() : undefined;
  const finishReason = firstText(node, FINISH_REASONS) ?? firstText(node.get("response_metadata"), FINISH_REASONS);
  return {
    role,
    parts: readParts(node, role),
    ...(name === undefined ? {} : { name }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

/** The role of an item of OpenAI's responses, or of a tool call in a list of messages. */
function roleOfItem(node: JsonNode): string | undefined {
  const type = node.get("type")?.string() ?? "";
  if (type.endsWith("_call_output")) return "tool";
  return type === "reasoning" || type.endsWith("_call") ? "assistant" : undefined;
}

/** The system text first, unless the messages begin with it: some SDKs send it in both places. */
function withSystem(system: ChatMessage[], messages: ChatMessage[]): ChatMessage[] {
  const isRepeated = JSON.stringify(system) === JSON.stringify(messages.slice(0, 1));
  return isRepeated ? messages : [...system, ...messages];
}

function systemOf(node: JsonNode): ChatMessage[] {
  for (const field of SYSTEM_FIELDS) {
    const value = node.get(field) ?? node.get("config")?.get(field);
    const parts = value ? readParts(value) : [];
    if (parts.length > 0) return [{ role: "system", parts }];
  }
  return [];
}

/** A text or files in the position of the user's message. */
function readPrompt(root: JsonNode): ChatMessage[] | undefined {
  const parts = looseParts(root, PROMPT_FIELDS);
  return parts.length === 0 ? undefined : [...systemOf(root), { role: "user", parts }];
}

/** A text or files in the position of the model's message. */
function readAnswer(root: JsonNode): ChatMessage[] | undefined {
  const parts = looseParts(root, ANSWER_FIELDS);
  return parts.length === 0 ? undefined : [{ role: "assistant", parts }];
}

/** The text of a value that is no chat, and the files in its fields. */
function looseParts(root: JsonNode, fields: readonly string[]): MessagePart[] {
  const text = root.string() ?? firstText(root, fields) ?? onlyText(root);
  const media = [mediaInField(root), ...[...root.entries()].map(([, value]) => mediaInField(value))].flat();
  if (text === undefined) return media;
  // A field that is a file is no text.
  return embeddedMedia(text) ? media : [...plainParts(text), ...media];
}

/** The files in a field of a traced function, or in a list there. */
function mediaInField(value: JsonNode): MediaPart[] {
  const items = value.kind === "array" ? [...value.items()].slice(0, FIELD_FILES) : [value];
  return items.flatMap((item) => {
    const text = item.string();
    const isGenerated = item.get("b64_json") ?? item.get("revised_prompt");
    if (text !== undefined) return embeddedMedia(text) ?? [];
    return (isGenerated ? mediaAs("image", item) : item.get("_type") && readMedia(item)) ?? [];
  });
}

/** OpenAI's chat completions, including streams assembled by an SDK; Gemini's candidates; LangChain's generations. */
function readChoices(root: JsonNode): ChatMessage[] | undefined {
  const choices = root.get("choices") ?? root.get("candidates") ?? root.at(["generations", 0]);
  if (choices?.kind !== "array") return undefined;
  const messages: ChatMessage[] = [];
  for (const choice of choices.items()) {
    const inner = choice.get("message") ?? choice.get("delta") ?? choice.get("content");
    const content = inner?.kind === "object" ? inner : choice;
    const finishReason = firstText(choice, FINISH_REASONS) ?? choice.at(["generation_info", "finish_reason"])?.string();
    const message = readMessage(content, "assistant");
    if (message) messages.push(finishReason === undefined ? message : { ...message, finishReason });
  }
  return messages.length > 0 ? messages : undefined;
}

/** A message, a list of messages, or either in the field of an API or SDK. */
function readAnswerMessages(node: JsonNode, isWrapped = false): ChatMessage[] | undefined {
  if (node.kind === "array") return readMessages(node) ?? (isWrapped ? undefined : readUpdates(node));
  if (node.kind !== "object") return undefined;
  const list = node.get("messages") ?? node.get("output");
  const messages = list?.kind === "array" ? readMessages(list) : undefined;
  if (messages) return messages;
  const isMessage =
    node.get("role") !== undefined ||
    node.get("tool_calls")?.kind === "array" ||
    unwrapMessage(node).role !== undefined;
  const message = isMessage ? readMessage(node, "assistant") : undefined;
  if (message) return [message];
  if (isWrapped) return undefined;
  for (const wrapper of [...OUTPUT_WRAPPERS, "message", "content"]) {
    const inner = node.get(wrapper);
    const found = inner && (readChoices(inner) ?? readAnswerMessages(inner, true));
    if (found) return found;
  }
  return undefined;
}

/** LangGraph's commands, each with the messages that it adds. */
function readUpdates(list: JsonNode): ChatMessage[] | undefined {
  const messages = [...list.items()].map((item) => {
    const update = item.get("update");
    return update && readAnswerMessages(update, true);
  });
  return messages.length > 0 && messages.every((found) => found !== undefined) ? messages.flat() : undefined;
}

function firstText(node: JsonNode | undefined, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = node?.get(field)?.string();
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text of an object that has one field, whatever its name. */
function onlyText(node: JsonNode): string | undefined {
  if (node.kind !== "object" || node.size !== 1) return undefined;
  const [only] = node.entries();
  return only?.[1].string();
}
