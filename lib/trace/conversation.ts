import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { type MessagePart, readParts } from "./message-parts";

/** One message of a chat, as the conversation view shows it. */
export interface ChatMessage {
  /** As sent: `system`, `user`, `assistant`, `tool`, `developer` … */
  role: string;
  name?: string;
  parts: MessagePart[];
  /** Only on answers. */
  finishReason?: string;
}

export interface Conversation {
  /** What the model was given. */
  input: ChatMessage[];
  /** What it answered: one message a choice. */
  output: ChatMessage[];
  /** Names of fields that are not messages. */
  otherFields: { input: string[]; output: string[] };
}

/** Fields of inputs that hold one text of the user, the likeliest first. */
const PROMPT_FIELDS = ["prompt", "input", "question", "query", "text", "message", "user_input", "arg0"];
/** Fields of an output that hold one text of the model. */
const ANSWER_FIELDS = ["text", "answer", "response", "content", "output", "result", "completion", "message"];
/** Fields that wrap what an SDK traced: Weave's positional argument, OpenInference's and LangChain's values. */
const WRAPPERS = ["arg0", "input", "inputs", "kwargs", "body", "request"];
const OUTPUT_WRAPPERS = ["response", "output", "result", "data"];
/** Fields that hold a list of messages, and those of a separate system text. */
const LISTS = ["messages", "input", "contents"];
const SYSTEM_FIELDS = ["system", "system_instructions", "instructions", "system_prompt"];
/** Fields of an answer that messages are read from. */
const MESSAGE_PLACES = [
  "choices",
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
 * The chat in a call's inputs and output, whichever of the usual shapes they have: OpenAI's chat and responses,
 * Anthropic's and OpenTelemetry's parts, message lists under `messages` or `input`, or plain text on both sides.
 * Undefined when they are no chat. A side that isn't one is a message of JSON, so that nothing is left out; arguments
 * and JSON keep their exact text.
 */
export function readConversation(inputs: JsonText | undefined, output: JsonText | undefined): Conversation | undefined {
  const [given, answered] = [inputs, output].map((text) => text && JsonNode.parse(text));
  const messages = given && readMessageList(given);
  const answers = answered && (readChoices(answered) ?? readAnswerMessages(answered));
  const prompt = given && readPrompt(given);
  const answer = answered && readAnswer(answered);
  const isChat = messages !== undefined || answers !== undefined;
  if (!isChat && !(prompt && (answer || isNothing(answered)))) return undefined;
  return {
    input: messages ?? prompt ?? asJson("user", given),
    output: answers ?? answer ?? asJson("assistant", answered),
    otherFields: {
      input: messages
        ? otherFields(given, [...LISTS, ...SYSTEM_FIELDS, ...WRAPPERS])
        : prompt
          ? fieldsBesideText(given, PROMPT_FIELDS)
          : [],
      output: answers ? otherFields(answered, MESSAGE_PLACES) : answer ? fieldsBesideText(answered, ANSWER_FIELDS) : [],
    },
  };
}

/** Members of an object that are none of the named. */
function otherFields(node: JsonNode | undefined, read: readonly string[]): string[] {
  return [...(node?.entries() ?? [])].map(([name]) => name).filter((name) => !read.includes(name));
}

/** Members of an object other than the one whose text was read and the system text. */
function fieldsBesideText(node: JsonNode | undefined, fields: readonly string[]): string[] {
  if (node?.kind !== "object" || node.size === 1) return [];
  const read = fields.find((field) => node.get(field)?.string() !== undefined);
  return otherFields(node, [...(read === undefined ? [] : [read]), ...SYSTEM_FIELDS]);
}

function asJson(role: string, node: JsonNode | undefined): ChatMessage[] {
  return isNothing(node) || !node ? [] : [{ role, parts: [{ type: "json", json: node.raw }] }];
}

function isNothing(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === "null" || (node.kind === "object" && node.size === 0);
}

/** A list of messages at the usual places, with a separate system text first. */
function readMessageList(node: JsonNode, isWrapped = false): ChatMessage[] | undefined {
  if (node.kind === "array") return readMessages(node);
  if (node.kind !== "object") return undefined;
  for (const field of LISTS) {
    const list = node.get(field);
    const messages = list?.kind === "array" ? readMessages(list) : undefined;
    if (messages) return [...systemOf(node), ...messages];
  }
  if (isWrapped) return undefined;
  for (const wrapper of WRAPPERS) {
    const inner = node.get(wrapper);
    const messages = inner && readMessageList(inner, true);
    if (messages) return messages;
  }
  return undefined;
}

/** Undefined unless every item is a message: a list of anything else is not a conversation. */
function readMessages(list: JsonNode): ChatMessage[] | undefined {
  const messages: ChatMessage[] = [];
  for (const item of list.items()) {
    // LangChain and batch APIs nest one list in another.
    const nested = item.kind === "array" ? readMessages(item) : undefined;
    const message = nested ?? readMessage(item);
    if (!message) return undefined;
    messages.push(...(Array.isArray(message) ? message : [message]));
  }
  return messages.length > 0 ? messages : undefined;
}

function readMessage(node: JsonNode, fallbackRole?: string): ChatMessage | undefined {
  if (node.kind !== "object") return undefined;
  const role = node.get("role")?.string() ?? fallbackRole ?? roleOfType(node.get("type")?.string());
  if (role === undefined) return undefined;
  // Of an item without a role the name is the called function's.
  const name = node.get("role") && node.get("name")?.string();
  const finishReason = node.get("finish_reason")?.string() ?? node.get("stop_reason")?.string();
  return {
    role,
    parts: readParts(node),
    ...(name === undefined ? {} : { name }),
    ...(finishReason === undefined ? {} : { finishReason }),
  };
}

/** Items without a role: LangChain's messages and the items of OpenAI's responses. */
function roleOfType(type: string | undefined): string | undefined {
  const roles: Readonly<Record<string, string>> = {
    human: "user",
    ai: "assistant",
    system: "system",
    tool: "tool",
    function_call: "assistant",
    reasoning: "assistant",
    function_call_output: "tool",
  };
  return type !== undefined && Object.hasOwn(roles, type) ? roles[type] : undefined;
}

function systemOf(node: JsonNode): ChatMessage[] {
  for (const field of SYSTEM_FIELDS) {
    const value = node.get(field);
    const parts = value ? readParts(value) : [];
    if (parts.length > 0) return [{ role: "system", parts }];
  }
  return [];
}

/** A text in place of the user's message. */
function readPrompt(root: JsonNode): ChatMessage[] | undefined {
  const text = root.string() ?? firstText(root, PROMPT_FIELDS) ?? onlyText(root);
  return text === undefined ? undefined : [...systemOf(root), { role: "user", parts: [{ type: "text", text }] }];
}

/** A text in place of the model's message. */
function readAnswer(root: JsonNode): ChatMessage[] | undefined {
  const text = root.string() ?? firstText(root, ANSWER_FIELDS) ?? onlyText(root);
  return text === undefined ? undefined : [{ role: "assistant", parts: [{ type: "text", text }] }];
}

/** OpenAI's chat completions, also a stream that an SDK put together. */
function readChoices(root: JsonNode): ChatMessage[] | undefined {
  const choices = root.get("choices");
  if (choices?.kind !== "array") return undefined;
  const messages: ChatMessage[] = [];
  for (const choice of choices.items()) {
    const content = choice.get("message") ?? choice.get("delta") ?? choice;
    const finishReason = choice.get("finish_reason")?.string();
    const message = readMessage(content, "assistant");
    if (message) messages.push(finishReason === undefined ? message : { ...message, finishReason });
  }
  return messages.length > 0 ? messages : undefined;
}

/** A message, a list of them, or either in the field that an API or SDK puts it in. */
function readAnswerMessages(node: JsonNode, isWrapped = false): ChatMessage[] | undefined {
  if (node.kind === "array") return readMessages(node);
  if (node.kind !== "object") return undefined;
  const list = node.get("messages") ?? node.get("output");
  const messages = list?.kind === "array" ? readMessages(list) : undefined;
  if (messages) return messages;
  const isMessage = node.get("role") !== undefined || node.get("tool_calls")?.kind === "array";
  const message = isMessage ? readMessage(node, "assistant") : undefined;
  if (message) return [message];
  if (isWrapped) return undefined;
  for (const wrapper of [...OUTPUT_WRAPPERS, "message"]) {
    const inner = node.get(wrapper);
    const found = inner && (readChoices(inner) ?? readAnswerMessages(inner, true));
    if (found) return found;
  }
  return undefined;
}

function firstText(node: JsonNode, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = node.get(field)?.string();
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
