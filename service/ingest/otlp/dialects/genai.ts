import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import type { AnyValue, Attributes } from "../any-value";
import { compact, members, nodeOf, stringOf, toNode, withPrefix } from "../attributes";
import { type ChatMessage, type Choice, exact, toChatMessages, toChoices, toTool } from "../chat-messages";
import type { Span } from "../span";
import { unflatten } from "../unflatten";
import { readUsage, type UsageKeys } from "../usage";
import type { Dialect, Mapped } from "./dialect";
import { eventChoices, eventMessages, withDetailEvents } from "./genai-events";

const KINDS = new Map<string | undefined, CallKind>([
  ["chat", "llm"],
  ["text_completion", "llm"],
  ["completion", "llm"],
  ["generate_content", "llm"],
  ["embeddings", "embedding"],
  ["execute_tool", "tool"],
  ["invoke_agent", "agent"],
  ["create_agent", "agent"],
  ["agent_step", "agent"],
  ["invoke_workflow", "chain"],
  ["retrieval", "retriever"],
]);

const USAGE: UsageKeys = {
  prompt_tokens: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"],
  completion_tokens: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"],
  total_tokens: ["gen_ai.usage.total_tokens", "llm.usage.total_tokens"],
  cached_tokens: ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"],
  cache_write_tokens: ["gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.cache_creation_input_tokens"],
  reasoning_tokens: ["gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_tokens"],
};

/** Request parameters that OpenAI's API names otherwise. */
const PARAMETER_NAMES = new Map([
  ["stop_sequences", "stop"],
  ["choice.count", "n"],
]);
const NOT_PARAMETERS = new Set(["model", "messages", "tools"]);

/** OpenTelemetry's semantic conventions for generative AI, up to v1.41 and in the older forms still sent. */
export const genai: Dialect = {
  name: "gen_ai",
  detect: ({ attributes, events }) =>
    [...attributes.keys()].some((key) => key.startsWith("gen_ai.")) ||
    events.some(({ name }) => name.startsWith("gen_ai.")),
  map: mapGenAi,
};

export function mapGenAi(span: Span): Mapped {
  const attributes = withDetailEvents(span);
  const kind = kindOf(attributes);
  return {
    kind,
    display_name: stringOf(attributes, "gen_ai.tool.name") ?? agentName(attributes),
    provider: stringOf(attributes, "gen_ai.provider.name", "gen_ai.system"),
    model: stringOf(attributes, "gen_ai.response.model", "gen_ai.request.model"),
    usage: readUsage(attributes, USAGE),
    thread_id: stringOf(attributes, "gen_ai.conversation.id", "session.id"),
    user_id: stringOf(attributes, "user.id", "enduser.id"),
    ...(kind === "tool" ? toolPayloads(attributes) : chatPayloads(span, attributes)),
  };
}

function kindOf(attributes: Attributes): CallKind | undefined {
  const known = KINDS.get(stringOf(attributes, "gen_ai.operation.name"));
  if (known) return known;
  if (stringOf(attributes, "gen_ai.tool.name") !== undefined) return "tool";
  return stringOf(attributes, "gen_ai.request.model", "gen_ai.response.model") === undefined ? undefined : "llm";
}

// A tool called by an agent carries the agent's name too, so only the agent's own spans are named by it.
function agentName(attributes: Attributes): string | undefined {
  return kindOf(attributes) === "agent" ? stringOf(attributes, "gen_ai.agent.name") : undefined;
}

function toolPayloads(attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = nodeOf(attributes, "gen_ai.tool.call.arguments");
  return {
    inputs: inputs && asObject(inputs, "arguments"),
    output: exact(nodeOf(attributes, "gen_ai.tool.call.result")),
  };
}

/** An object as it is; any other value as the one member of an object. */
export function asObject(node: JsonNode, member: string): JsonText {
  return toJsonText(node.kind === "object" ? exact(node) : { [member]: exact(node) });
}

function chatPayloads(span: Span, attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = compact({
    model: stringOf(attributes, "gen_ai.request.model"),
    messages: nonEmpty([...systemMessages(attributes), ...inputMessages(span, attributes)]),
    tools: offeredTools(attributes),
    ...parameters(withPrefix(attributes, "gen_ai.request.")),
  });
  const choices = nonEmpty(outputChoices(span, attributes));
  return { inputs: inputs && toJsonText(inputs), output: choices && toJsonText({ choices }) };
}

function systemMessages(attributes: Attributes): ChatMessage[] {
  const instructions = nodeOf(attributes, "gen_ai.system_instructions");
  if (!instructions) return [];
  const isParts = instructions.kind === "array" && instructions.at([0, "type"]);
  if (!isParts) return toChatMessages(instructions, "system");
  return toChatMessages(
    toNode(
      new Map<string, AnyValue>([
        ["role", "system"],
        ["parts", new JsonText(instructions.raw)],
      ]),
    ),
  );
}

function inputMessages(span: Span, attributes: Attributes): ChatMessage[] {
  const structured = nodeOf(attributes, "gen_ai.input.messages", "gen_ai.prompt");
  if (structured) return toChatMessages(structured);
  const flattened = flattenedNode(attributes, "gen_ai.prompt.");
  return flattened ? toChatMessages(flattened) : eventMessages(span);
}

function outputChoices(span: Span, attributes: Attributes): Choice[] {
  const reasons = finishReasons(attributes.get("gen_ai.response.finish_reasons"));
  const structured = nodeOf(attributes, "gen_ai.output.messages", "gen_ai.completion");
  if (structured) return toChoices(structured, reasons);
  const flattened = flattenedNode(attributes, "gen_ai.completion.");
  return flattened ? toChoices(flattened, reasons) : eventChoices(span, reasons);
}

function flattenedNode(attributes: Attributes, prefix: string): JsonNode | undefined {
  const list = unflatten(withPrefix(attributes, prefix));
  if (!Array.isArray(list)) return undefined;
  return toNode(list.map((message) => withParsedContent(message)));
}

// Old instrumentations write values other than text, such as a message's typed parts, as JSON in a string.
function withParsedContent(message: AnyValue): AnyValue {
  if (!(message instanceof Map)) return message;
  const content = message.get("content");
  if (content === "null" && message.get("role") === "assistant") return new Map(message).set("content", null);
  if (typeof content !== "string" || !content.startsWith("[{")) return message;
  return new Map(message).set("content", new JsonText(toNode(content).raw));
}

function finishReasons(value: AnyValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((reason) => typeof reason === "string") : [];
}

function offeredTools(attributes: Attributes): (JsonText | object)[] | undefined {
  const structured = nodeOf(attributes, "gen_ai.tool.definitions");
  if (structured?.kind === "array") return nonEmpty([...structured.items()].map(toTool));
  const flattened = unflatten(withPrefix(attributes, "llm.request.functions."));
  return Array.isArray(flattened) ? flattened.map(flattenedTool) : undefined;
}

/** `{name, description, arguments}`, where `arguments` is the JSON Schema as text. */
function flattenedTool(tool: AnyValue): JsonText | object {
  const schema = tool instanceof Map ? tool.get("arguments") : undefined;
  if (!(tool instanceof Map) || schema === undefined) return toTool(toNode(tool));
  return toTool(toNode(new Map(tool).set("parameters", new JsonText(toNode(schema).raw))));
}

function parameters(request: Attributes): Record<string, JsonText> {
  const named = [...request].map(([key, value]): [string, AnyValue] => [PARAMETER_NAMES.get(key) ?? key, value]);
  return members(new Map(named.filter(([key]) => !NOT_PARAMETERS.has(key))));
}

const nonEmpty = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);
