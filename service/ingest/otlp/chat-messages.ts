import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { readMessagePair, unwrapMessage } from "@/lib/json/wrapped-message";
import {
  asText,
  collapse,
  exact,
  first,
  gather,
  isParts,
  resultText,
  toToolCall,
  type ToolCall,
  type ToolResult,
  type Value,
} from "./chat-parts";

/** A chat message in OpenAI's shape; texts and arguments are exact JSON text. */
export type ChatMessage =
  | JsonText
  | ToolResult
  | {
      role: string;
      name?: Value;
      content: Value | object[];
      reasoning_content?: Value;
      tool_calls?: ToolCall[];
      tool_call_id?: Value;
    };

export type Choice = { message: ChatMessage; finish_reason?: string };

/** OpenAI's content parts; each holds its content in the member named after its type. */
const OPENAI_PARTS = new Set(["text", "image_url", "input_audio", "file", "refusal"]);

const FINISH_REASONS = new Map([
  ["tool_call", "tool_calls"],
  ["tool-calls", "tool_calls"],
  ["content-filter", "content_filter"],
]);

/** OpenAI's name of a finish reason that other vocabularies spell their own way. */
export function finishReason(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : (FINISH_REASONS.get(reason) ?? reason);
}

/**
 * A list of messages of any of the known conventions (OpenAI's, GenAI's `parts`, the AI SDK's typed content,
 * OpenInference's `message`, Bedrock's content, LangChain's serializations) in OpenAI's shape; a message that is already
 * in it is passed on untouched.
 */
export function toChatMessages(list: JsonNode, defaultRole = "user"): ChatMessage[] {
  return listed(list, "messages").flatMap((item) => toMessages(item, defaultRole));
}

/** The generated messages, one for each choice. */
export function toChoices(list: JsonNode, finishReasons: readonly string[] = []): Choice[] {
  return listed(list, "choices", "messages").flatMap((item, index) => {
    const reason = item.get("finish_reason")?.string() ?? finishReasons[index];
    return toMessages(item, "assistant").map((message) => ({ message, finish_reason: finishReason(reason) }));
  });
}

/** The items of a list, also of one in a member of an object that is no message itself; nested lists as one. */
function listed(list: JsonNode, ...members: string[]): JsonNode[] {
  const held = list.get("role") ? undefined : first(list, ...members);
  const items = held?.kind === "array" ? held : list;
  if (items.kind !== "array") return [list];
  return [...items.items()].flatMap((item) =>
    item.kind === "array" && !readMessagePair(item) ? [...item.items()] : [item],
  );
}

/** A tool offered to the model: `{type: "function", function: {name, description, parameters}}`. */
export function toTool(node: JsonNode): JsonText | object {
  const name = node.get("name");
  if (!name || node.get("function")) return new JsonText(node.raw);
  return {
    type: "function",
    function: {
      name: exact(name),
      description: exact(node.get("description")),
      parameters: exact(first(node, "parameters", "inputSchema", "input_schema")),
    },
  };
}

/** Whether a message has any field other than its role. */
export function hasContent(message: ChatMessage): boolean {
  if (!(message instanceof JsonText)) {
    const { content } = message;
    const isEmpty = content === null || content === undefined || (content instanceof JsonText && content.text === '""');
    return !isEmpty || ("tool_calls" in message && message.tool_calls !== undefined) || hasReasoning(message);
  }
  const node = JsonNode.parse(message);
  const content = node.get("content");
  return (content && !['""', "null", "[]"].includes(content.raw)) || (node.get("tool_calls")?.size ?? 0) > 0;
}

const hasReasoning = (message: object) => "reasoning_content" in message && message.reasoning_content !== undefined;

function toMessages(item: JsonNode, defaultRole: string): ChatMessage[] {
  const pair = readMessagePair(item);
  if (pair) return [{ role: pair.role, content: asText(pair.content) }];
  const { message, role: namedRole } = unwrapMessage(item.get("message") ?? item);
  if (message.kind !== "object") return [{ role: defaultRole, content: asText(message) }];
  if (isOpenAi(message)) return [new JsonText(message.raw)];
  const role = message.get("role")?.string() ?? namedRole ?? defaultRole;
  const parts = typedParts(message);
  const gathered = gather(parts ?? []);
  const toolCalls = uniqueCalls([...callsBeside(message).map(toToolCall), ...gathered.toolCalls]);
  if (gathered.results.length > 0 && gathered.content.length === 0 && toolCalls.length === 0) return gathered.results;
  const content = message.get("content");
  return [
    ...gathered.results,
    {
      role,
      name: nameOf(message),
      content:
        role === "tool" && isParts(content)
          ? resultText(content)
          : parts
            ? collapse(gathered.content)
            : contentText(content),
      reasoning_content: gathered.reasoning,
      tool_calls: toolCalls.length > 0 ? toolCalls : undefined,
      tool_call_id: exact(message.get("tool_call_id")),
    },
  ];
}

/** LangChain writes null for no name. */
function nameOf(message: JsonNode): JsonText | undefined {
  const name = message.get("name");
  return name?.kind === "null" ? undefined : exact(name);
}

/** The calls that are listed beside a message's content. */
function callsBeside(message: JsonNode): JsonNode[] {
  const listedCalls = [...(message.get("tool_calls")?.items() ?? [])];
  const kept = listedCalls.length === 0 ? message.at(["additional_kwargs", "tool_calls"])?.items() : undefined;
  const single = message.get("function_call");
  return [...listedCalls, ...(kept ?? []), ...(single?.kind === "object" ? [single] : [])];
}

/** Some SDKs list a call both beside the content and in it. */
function uniqueCalls(calls: ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  return calls.filter(({ id }) => {
    const key = id instanceof JsonText ? id.text : undefined;
    if (key === undefined || key === "null") return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function contentText(content: JsonNode | undefined): Value {
  return !content || content.kind === "null" ? null : asText(content);
}

/** The typed parts of a message, when it is spelled so. */
function typedParts(message: JsonNode): JsonNode[] | undefined {
  const parts = first(message, "parts", "contents", "content", "blocks");
  if (parts?.kind !== "array") return undefined;
  // OpenInference puts a call beside the part that says that it is one.
  return [...parts.items()].map((part) => (part.get("tool_call") ? part : (part.get("message_content") ?? part)));
}

const every = (list: JsonNode | undefined, test: (item: JsonNode) => unknown) => [...(list?.items() ?? [])].every(test);

/** Whether the message and all its parts are already in OpenAI's shape. */
function isOpenAi(message: JsonNode): boolean {
  const spelled = message.get("role") && message.get("content") && !message.get("parts") && !message.get("contents");
  if (!spelled || message.get("finish_reason")) return false;
  return (
    every(message.get("tool_calls"), (call) => call.get("function")) &&
    every(message.get("content"), (part) => {
      const type = part.get("type")?.string();
      return type !== undefined && OPENAI_PARTS.has(type) && part.get(type);
    })
  );
}
