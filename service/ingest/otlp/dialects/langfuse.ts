import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import type { AnyValue, Attributes } from "@/service/ingest/otlp/any-value";
import {
  compact,
  idOf,
  nodeOf,
  stringOf,
  toNode,
  toNodeOfJson,
  without,
  withPrefix,
} from "@/service/ingest/otlp/attributes";
import { toChatMessages, toChoices } from "@/service/ingest/otlp/chat-messages";
import { exact } from "@/service/ingest/otlp/chat-parts";
import type { Dialect } from "./dialect";
import { asObject, mapGenAi } from "./genai";
import { readUsageDetails } from "./langfuse-usage";

const OBSERVATION = "langfuse.observation.";

const KINDS = new Map<string | undefined, CallKind>([
  ["generation", "llm"],
  ["embedding", "embedding"],
  ["agent", "agent"],
  ["tool", "tool"],
  ["chain", "chain"],
  ["retriever", "retriever"],
  ["evaluator", "evaluator"],
  ["guardrail", "guardrail"],
]);

/** Attributes of a span beside its metadata, and their names there. */
const NAMED = [
  ["environment", "langfuse.environment"],
  ["release", "langfuse.release"],
  ["version", "langfuse.version"],
  ["prompt_name", `${OBSERVATION}prompt.name`],
  ["prompt_version", `${OBSERVATION}prompt.version`],
] as const;

/** Langfuse's own SDKs, whose spans are observations (versions 3 and later in Python, 4 and later in TypeScript). */
export const langfuse: Dialect = {
  name: "langfuse",
  detect: ({ attributes }) => [...attributes.keys()].some((key) => key.startsWith(OBSERVATION)),
  map(span, scope) {
    const { attributes } = span;
    const base = mapGenAi(span, scope);
    const kind = KINDS.get(stringOf(attributes, `${OBSERVATION}type`)) ?? base.kind;
    const model = stringOf(attributes, `${OBSERVATION}model.name`, `${OBSERVATION}model`) ?? base.model;
    const input = nodeOf(attributes, `${OBSERVATION}input`, "langfuse.trace.input");
    const output = nodeOf(attributes, `${OBSERVATION}output`, "langfuse.trace.output");
    return {
      ...base,
      kind,
      model,
      usage: readUsageDetails(usageDetails(attributes)) ?? base.usage,
      thread_id: idOf(attributes, "langfuse.session.id") ?? base.thread_id,
      user_id: idOf(attributes, "langfuse.user.id") ?? base.user_id,
      tags: exact(nodeOf(attributes, "langfuse.trace.tags")),
      metadata: without(metadataOf(attributes)),
      failure: failureOf(attributes),
      inputs: (input && inputsOf(input, kind, model, attributes)) ?? base.inputs,
      output: (output && outputOf(output, kind)) ?? base.output,
    };
  },
};

/** The details as one value, or as an attribute for each. */
function usageDetails(attributes: Attributes): JsonNode | undefined {
  const details = nodeOf(attributes, `${OBSERVATION}usage_details`);
  if (details) return details;
  const single = withPrefix(attributes, `${OBSERVATION}usage_details.`);
  return single.size > 0 ? toNode(single) : undefined;
}

/** Langfuse reports a failure by a level of its own and leaves OpenTelemetry's status unset. */
function failureOf(attributes: Attributes): string | undefined {
  if (stringOf(attributes, `${OBSERVATION}level`) !== "ERROR") return undefined;
  return stringOf(attributes, `${OBSERVATION}status_message`) ?? "error";
}

function metadataOf(attributes: Attributes): Attributes {
  const all: Attributes = new Map();
  for (const [name, key] of NAMED) {
    const value = attributes.get(key);
    if (value !== undefined) all.set(name, value);
  }
  const sent = ["langfuse.trace.metadata.", `${OBSERVATION}metadata.`].flatMap((prefix) => [
    ...withPrefix(attributes, prefix),
  ]);
  // Some versions write every value as JSON, others all but texts: a text in quotes shows which.
  const isJson = sent.some(([, value]) => typeof value === "string" && value.startsWith('"'));
  for (const [key, value] of sent) all.set(key, isJson ? fromJson(value) : value);
  return all;
}

function fromJson(value: AnyValue): AnyValue {
  const node = typeof value === "string" ? toNodeOfJson(value) : undefined;
  return node ? new JsonText(node.raw) : value;
}

/** The request in OpenAI's shape for a model call whose input is messages, or an object with messages; else as sent. */
function inputsOf(
  input: JsonNode,
  kind: CallKind | undefined,
  model: string | undefined,
  attributes: Attributes,
): JsonText | undefined {
  const messages = input.kind === "array" ? input : input.get("messages");
  if (kind !== "llm" || !messages?.at([0, "role"])) return asObject(input, "input");
  const parameters = nodeOf(attributes, `${OBSERVATION}model.parameters`);
  const request = compact({
    model,
    ...membersOf(parameters),
    ...(input.kind === "object" && membersOf(input)),
    messages: toChatMessages(messages),
  });
  return request && toJsonText(request);
}

function outputOf(output: JsonNode, kind: CallKind | undefined): JsonText | undefined {
  const isMessage = kind === "llm" && output.get("role") !== undefined;
  return isMessage ? toJsonText({ choices: toChoices(output) }) : exact(output);
}

function membersOf(node: JsonNode | undefined): Record<string, JsonText | undefined> {
  return Object.fromEntries([...(node?.entries() ?? [])].map(([key, value]) => [key, exact(value)]));
}
