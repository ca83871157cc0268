import type { CallKind } from "@/lib/contract/call-kinds";
import { type JsonText, toJsonText } from "@/lib/json/text";
import type { JsonNode } from "@/lib/json/node";
import { type AnyValue, type Attributes, valueJson } from "@/service/ingest/otlp/any-value";
import {
  compact,
  idOf,
  members,
  nodeOf,
  stringOf,
  toNodeOfJson,
  without,
  withPrefix,
} from "@/service/ingest/otlp/attributes";
import { type ChatMessage, finishReason, toChatMessages, toTool } from "@/service/ingest/otlp/chat-messages";
import { exact, toToolCall } from "@/service/ingest/otlp/chat-parts";
import type { Dialect, Mapped } from "./dialect";
import { aiSdkUsage } from "./ai-sdk-usage";
import { asObject } from "./genai";

const METADATA = "ai.telemetry.metadata.";
/** Metadata keys that have a field of their own. */
const KNOWN_METADATA = ["userId", "sessionId", "threadId", "tags"];

/** The Vercel AI SDK's own telemetry (`ai.*`, versions 4 to 6). */
export const aiSdk: Dialect = {
  name: "ai_sdk",
  detect: ({ attributes }, scope) => scope.name === "ai" || attributes.has("ai.operationId"),
  map({ attributes }) {
    const operation = stringOf(attributes, "ai.operationId");
    const kind = kindOf(operation ?? "");
    return {
      kind,
      op_name: operation,
      // The function's name would repeat on every model call below it, so only the outer call has it.
      display_name: stringOf(attributes, kind === "chain" ? "ai.telemetry.functionId" : "ai.toolCall.name"),
      provider: stringOf(attributes, "ai.model.provider", "gen_ai.system"),
      model: stringOf(attributes, "ai.response.model", "gen_ai.response.model", "ai.model.id", "gen_ai.request.model"),
      usage: aiSdkUsage(attributes),
      thread_id: idOf(attributes, `${METADATA}sessionId`, `${METADATA}threadId`),
      user_id: idOf(attributes, `${METADATA}userId`),
      tags: exact(nodeOf(attributes, `${METADATA}tags`)),
      metadata: without(withPrefix(attributes, METADATA), ...KNOWN_METADATA),
      ...payloads(attributes, kind),
    };
  },
};

function kindOf(operation: string): CallKind {
  if (/\.do(Generate|Stream)$/.test(operation)) return "llm";
  if (operation.endsWith(".doEmbed")) return "embedding";
  if (operation.endsWith(".doRerank")) return "reranker";
  return operation === "ai.toolCall" ? "tool" : "chain";
}

function payloads(attributes: Attributes, kind: CallKind): Pick<Mapped, "inputs" | "output"> {
  if (kind === "tool") {
    const inputs = toNodeOfJson(attributes.get("ai.toolCall.args"));
    return {
      inputs: inputs && asObject(inputs, "args"),
      output: exact(toNodeOfJson(attributes.get("ai.toolCall.result"))),
    };
  }
  const embedded = embeddingPayloads(attributes);
  if (embedded) return embedded;
  const inputs = compact({
    model: stringOf(attributes, "ai.model.id", "gen_ai.request.model"),
    messages: promptMessages(attributes),
    tools: listOf(attributes.get("ai.prompt.tools"))?.map(toTool),
    tool_choice: exact(toNodeOfJson(attributes.get("ai.prompt.toolChoice"))),
    ...members(withPrefix(attributes, "ai.settings.")),
  });
  return { inputs: inputs && toJsonText(inputs), output: chatOutput(attributes) };
}

function embeddingPayloads(attributes: Attributes): Pick<Mapped, "inputs" | "output"> | undefined {
  const input = toNodeOfJson(attributes.get("ai.value")) ?? listOf(attributes.get("ai.values"))?.map(exact);
  if (!input) return undefined;
  const embeddings = listOf(attributes.get("ai.embeddings"))?.map(exact);
  const embedding = exact(toNodeOfJson(attributes.get("ai.embedding")));
  const output = compact({ embedding, embeddings });
  return {
    inputs: toJsonText(
      compact({
        model: stringOf(attributes, "ai.model.id"),
        input: Array.isArray(input) ? input : exact(input),
      }),
    ),
    output: output && toJsonText(output),
  };
}

/** The prompt as messages: as the model got it, or as the user gave it to the outer call. */
function promptMessages(attributes: Attributes): ChatMessage[] | undefined {
  const sent = nodeOf(attributes, "ai.prompt.messages");
  if (sent) return toChatMessages(sent);
  const given = nodeOf(attributes, "ai.prompt");
  if (!given) return undefined;
  if (given.kind !== "object") return toChatMessages(given);
  const system = given.get("system");
  const prompt = given.get("messages") ?? given.get("prompt");
  return [...(system ? toChatMessages(system, "system") : []), ...(prompt ? toChatMessages(prompt) : [])];
}

function chatOutput(attributes: Attributes): JsonText | undefined {
  const text = attributes.get("ai.response.text") ?? attributes.get("ai.response.object");
  const calls = listOf(attributes.get("ai.response.toolCalls"));
  const reasoning = attributes.get("ai.response.reasoning");
  if (text === undefined && !calls && reasoning === undefined) return undefined;
  const message = {
    role: "assistant",
    content: text === undefined ? null : valueJson(text),
    reasoning_content: reasoning && valueJson(reasoning),
    tool_calls: calls && calls.length > 0 ? calls.map(toToolCall) : undefined,
  };
  return toJsonText({
    choices: [{ message, finish_reason: finishReason(stringOf(attributes, "ai.response.finishReason")) }],
  });
}

/** The items of a list, each of which may be written as JSON in a string. */
function listOf(value: AnyValue | undefined): JsonNode[] | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => toNodeOfJson(item) ?? []);
  const node = toNodeOfJson(value);
  return node?.kind === "array" ? [...node.items()] : undefined;
}
