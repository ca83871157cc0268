import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";
import type { Attributes } from "@/service/ingest/otlp/any-value";
import { compact, idOf, nodeOf, stringOf, without, withPrefix } from "@/service/ingest/otlp/attributes";
import { type ChatMessage, hasContent, toChatMessages, toChoices } from "@/service/ingest/otlp/chat-messages";
import { exact, toToolCall } from "@/service/ingest/otlp/chat-parts";
import { USER_NAMES } from "@/service/ingest/otlp/general";
import type { Span } from "@/service/ingest/otlp/span";
import type { Dialect, Mapped } from "./dialect";
import { asObject, mapGenAi } from "./genai";

const SPAN_TYPE = "mastra.span.type";
const METADATA = "mastra.metadata.";

/** Of the types that are no steps of a run or a workflow, which are chains. */
const KINDS = new Map<string, CallKind>([
  ["agent_run", "agent"],
  ["model_inference", "llm"],
  ["tool_call", "tool"],
  ["mcp_tool_call", "tool"],
  ["client_tool_call", "tool"],
  ["provider_tool_call", "tool"],
  ["rag_embedding", "embedding"],
  ["scorer_run", "evaluator"],
]);
/** Their input is a conversation, and their output an answer. */
const CONVERSATIONS = ["agent_run", "model_generation", "model_step"];

const THREADS = ["sessionId", "threadId", "conversationId"];
const USERS = [...USER_NAMES, "resourceId"];
/** Metadata that have a field of their own, and the response of the provider, which other attributes have. */
const KNOWN_METADATA = [...THREADS, ...USERS, "headers", "body"];

/** Mastra's OpenTelemetry exporter: GenAI attributes on model calls and tools, and its own on the steps around them. */
export const mastra: Dialect = {
  name: "mastra",
  detect: ({ attributes }) => attributes.has(SPAN_TYPE),
  map(span, scope) {
    const { attributes } = span;
    const type = stringOf(attributes, SPAN_TYPE) ?? "";
    const metadata = withPrefix(attributes, METADATA);
    const mapped = mapGenAi(span, scope);
    const kind = KINDS.get(type) ?? "chain";
    return {
      ...mapped,
      kind,
      thread_id: mapped.thread_id ?? idOf(metadata, ...THREADS),
      user_id: mapped.user_id ?? idOf(metadata, ...USERS),
      tags: exact(nodeOf(attributes, "mastra.tags")),
      metadata: without(metadata, ...KNOWN_METADATA),
      failure: isFailed(attributes) ? "The model did not finish its answer" : undefined,
      ...payloads(span, type, mapped),
    };
  },
};

/** A model call that fails has no status of its own. */
function isFailed(attributes: Attributes): boolean {
  return nodeOf(attributes, "gen_ai.response.finish_reasons")?.at([0])?.string() === "error";
}

function payloads({ attributes }: Span, type: string, mapped: Mapped): Pick<Mapped, "inputs" | "output"> {
  if (type === "model_inference") return inference(attributes, mapped);
  const input = nodeOf(attributes, `mastra.${type}.input`);
  const output = nodeOf(attributes, `mastra.${type}.output`);
  if (CONVERSATIONS.includes(type))
    return { inputs: input && conversation(attributes, input), output: output && answer(output, type) };
  return { inputs: input ? asObject(input, "input") : mapped.inputs, output: output ? exact(output) : mapped.output };
}

/** The messages are those of the step above, in most versions; without them, what remains is no conversation. */
function inference(attributes: Attributes, { inputs, output }: Mapped): Pick<Mapped, "inputs" | "output"> {
  const hasMessages = attributes.has("gen_ai.input.messages");
  const sent = nodeOf(attributes, "gen_ai.output.messages");
  const isAnswer = sent && toChoices(sent).some(({ message }) => hasContent(message));
  return { inputs: hasMessages ? inputs : undefined, output: isAnswer ? output : undefined };
}

/** The instructions of an agent are beside its messages. */
function conversation(attributes: Attributes, input: JsonNode): JsonText {
  const instructions = nodeOf(attributes, "gen_ai.system_instructions");
  const system: ChatMessage[] = instructions ? toChatMessages(instructions, "system") : [];
  return toJsonText(
    compact({
      messages: [...system, ...toChatMessages(input)],
      tools: exact(nodeOf(attributes, "gen_ai.tool.definitions")),
    }),
  );
}

/**
 * `{text, reasoning, toolCalls}` as an answer; what has an object or files stays as it is. The calls of a generation are
 * those of all its steps, which ran before its text.
 */
function answer(output: JsonNode, type: string): JsonText | undefined {
  const text = output.get("text")?.string();
  if (text === undefined || output.get("object") || (output.get("files")?.size ?? 0) > 0) return exact(output);
  const listed = type === "model_step" || text === "" ? output.get("toolCalls") : undefined;
  const calls = [...(listed?.items() ?? [])].map(toToolCall);
  const reasoning = [...(output.get("reasoning")?.items() ?? [])].flatMap((part) => part.get("text")?.string() ?? []);
  if (text === "" && calls.length === 0) return undefined;
  const message = {
    role: "assistant",
    content: text === "" ? null : text,
    reasoning_content: reasoning.join("\n") || undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  };
  return toJsonText({ choices: [{ message }] });
}
