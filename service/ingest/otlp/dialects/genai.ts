import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText, writeJson } from "@/lib/json/text";
import type { AnyValue, Attributes } from "@/service/ingest/otlp/any-value";
import { compact, idOf, members, nodeOf, stringOf, toNode, withPrefix } from "@/service/ingest/otlp/attributes";
import {
  type ChatMessage,
  type Choice,
  hasContent,
  toChatMessages,
  toChoices,
  toTool,
} from "@/service/ingest/otlp/chat-messages";
import { exact } from "@/service/ingest/otlp/chat-parts";
import type { ScopeSpans, Span } from "@/service/ingest/otlp/span";
import { unflatten } from "@/service/ingest/otlp/unflatten";
import type { Dialect, Mapped } from "./dialect";
import { eventChoices, eventMessages, toolEvent, withDetailEvents } from "./genai-events";
import { genAiUsage } from "./genai-usage";

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
  ["execute_event_loop_cycle", "chain"],
]);

/** Messages in one attribute, as the conventions and frameworks name it. */
const INPUT_MESSAGES = ["gen_ai.input.messages", "gen_ai.prompt"];
const OUTPUT_MESSAGES = ["gen_ai.output.messages", "gen_ai.completion"];
/** The messages of an agent's whole run, its answer last. */
const RUN_MESSAGES = ["pydantic_ai.all_messages", "all_messages", "all_messages_events"];
const RUN_RESULTS = ["final_result"];
/** A tool's arguments and its result. */
const TOOL_ARGUMENTS = ["gen_ai.tool.call.arguments", "tool_arguments"];
const TOOL_RESULTS = ["gen_ai.tool.call.result", "tool_response"];
/** Why the model stopped: one reason for each choice, or the only one. */
const FINISH_REASONS = [
  "gen_ai.response.finish_reasons",
  "gen_ai.response.finish_reason",
  "anthropic.message.stop_reason",
];

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

export function mapGenAi(span: Span, scope: ScopeSpans["scope"]): Mapped {
  const attributes = withDetailEvents(span);
  const kind = kindOf(attributes);
  return {
    kind,
    display_name: stringOf(attributes, "gen_ai.tool.name") ?? agentName(attributes),
    provider: stringOf(attributes, "gen_ai.provider.name", "gen_ai.system"),
    model: stringOf(attributes, "gen_ai.response.model", "gen_ai.request.model"),
    usage: genAiUsage(attributes, scope),
    thread_id: idOf(attributes, "gen_ai.conversation.id", "session.id"),
    user_id: idOf(attributes, "user.id", "enduser.id"),
    ...(kind === "tool" ? toolPayloads(span, attributes) : chatPayloads(span, attributes)),
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

function toolPayloads(span: Span, attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = nodeOf(attributes, ...TOOL_ARGUMENTS) ?? toolEvent(span, "gen_ai.tool.message");
  const output = nodeOf(attributes, ...TOOL_RESULTS) ?? toolEvent(span, "gen_ai.choice");
  return { inputs: inputs && asObject(inputs, "arguments"), output: exact(output) };
}

/** An object as it is; any other value as the one member of an object. */
export function asObject(node: JsonNode, member: string): JsonText {
  return toJsonText(node.kind === "object" ? exact(node) : { [member]: exact(node) });
}

function chatPayloads(span: Span, attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const run = runOf(attributes);
  const messages = inputMessages(span, attributes);
  const inputs = compact({
    model: stringOf(attributes, "gen_ai.request.model"),
    messages: nonEmpty(withSystem(systemMessages(attributes), messages.length > 0 ? messages : run.messages)),
    tools: offeredTools(attributes),
    ...parameters(withPrefix(attributes, "gen_ai.request.")),
  });
  const choices = nonEmpty(outputChoices(span, attributes)) ?? run.choices;
  return {
    inputs: inputs && toJsonText(inputs),
    output: choices ? toJsonText({ choices }) : exact(nodeOf(attributes, ...RUN_RESULTS)),
  };
}

/** The messages of an agent's run without its last answer, and that answer. */
function runOf(attributes: Attributes): { messages: ChatMessage[]; choices?: Choice[] } {
  const run = nodeOf(attributes, ...RUN_MESSAGES);
  const items = run?.kind === "array" ? [...run.items()] : [];
  const last = items.at(-1);
  const choices = last?.get("role")?.string() === "assistant" ? toChoices(last) : undefined;
  const messages = (choices ? items.slice(0, -1) : items).flatMap((item) => toChatMessages(item));
  return { messages, choices: choices?.some(({ message }) => hasContent(message)) ? choices : undefined };
}

/** The instructions first, unless the messages begin with them. */
function withSystem(system: ChatMessage[], messages: ChatMessage[]): ChatMessage[] {
  const isRepeated = system.length > 0 && writeJson(system) === writeJson(messages.slice(0, system.length));
  return isRepeated ? messages : [...system, ...messages];
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
  return firstWithContent([
    () => listed(nodeOf(attributes, ...INPUT_MESSAGES), toChatMessages),
    () => listed(flattenedNode(attributes, "gen_ai.prompt."), toChatMessages),
    () => eventMessages(span),
  ]);
}

function outputChoices(span: Span, attributes: Attributes): Choice[] {
  const reasons = finishReasons(attributes);
  const read = (list: JsonNode) => toChoices(list, reasons);
  return firstWithContent([
    () => listed(nodeOf(attributes, ...OUTPUT_MESSAGES), read),
    () => listed(flattenedNode(attributes, "gen_ai.completion."), read),
    () => eventChoices(span, reasons),
  ]);
}

function listed<T>(list: JsonNode | undefined, read: (list: JsonNode) => T[]): T[] {
  return list ? read(list) : [];
}

/** Of the ways in which messages are sent the first that has any content, else the first that has messages at all. */
function firstWithContent<T extends ChatMessage | Choice>(ways: readonly (() => T[])[]): T[] {
  let bare: T[] | undefined;
  for (const way of ways) {
    const found = way();
    if (found.some((one) => hasContent("message" in one ? one.message : one))) return found;
    if (found.length > 0) bare ??= found;
  }
  return bare ?? [];
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

/** Reasons as a list, as JSON of one, or as one text. */
function finishReasons(attributes: Attributes): string[] {
  const reasons = nodeOf(attributes, ...FINISH_REASONS);
  const texts = reasons?.kind === "array" ? [...reasons.items()] : reasons ? [reasons] : [];
  return texts.flatMap((reason) => reason.string() ?? []);
}

function offeredTools(attributes: Attributes): (JsonText | object)[] | undefined {
  const structured = nodeOf(attributes, "gen_ai.tool.definitions");
  if (structured?.kind === "array") return nonEmpty([...structured.items()].map(toTool));
  const flattened = unflatten(withPrefix(attributes, "llm.request.functions."));
  return Array.isArray(flattened) ? flattened.map(flattenedTool) : undefined;
}

/** `{name, description, arguments}` or `{…, parameters}`, where the last is the JSON Schema as text. */
function flattenedTool(tool: AnyValue): JsonText | object {
  const schema = tool instanceof Map ? (tool.get("arguments") ?? tool.get("parameters")) : undefined;
  if (!(tool instanceof Map) || schema === undefined) return toTool(toNode(tool));
  return toTool(toNode(new Map(tool).set("parameters", new JsonText(toNode(schema).raw))));
}

function parameters(request: Attributes): Record<string, JsonText> {
  const named = [...request].map(([key, value]): [string, AnyValue] => [PARAMETER_NAMES.get(key) ?? key, value]);
  return members(new Map(named.filter(([key]) => !NOT_PARAMETERS.has(key))));
}

const nonEmpty = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);
