import type { CallKind } from "@/lib/contract/calls";
import type { Attributes } from "../any-value";
import { stringOf, toNodeOfJson, withPrefix, without } from "../attributes";
import { exact } from "../chat-messages";
import type { Dialect, Mapped } from "./dialect";
import { asObject, mapGenAi } from "./genai";

const KINDS = new Map<string | undefined, CallKind>([
  ["workflow", "chain"],
  ["task", "chain"],
  ["agent", "agent"],
  ["tool", "tool"],
  ["chat", "llm"],
  ["completion", "llm"],
  ["embedding", "embedding"],
  ["rerank", "reranker"],
]);

const FLATTENED = /^gen_ai\.(prompt|completion)\.\d/;
const ASSOCIATION = "traceloop.association.properties.";
/** Association properties that have a field of their own. */
const THREAD_KEYS = ["session_id", "thread_id", "conversation_id"];
const USER_KEYS = ["user_id"];

/** OpenLLMetry (Traceloop): GenAI attributes in old or new form, and `traceloop.*` around them. */
export const traceloop: Dialect = {
  name: "traceloop",
  detect: ({ attributes }) =>
    attributes.has("llm.request.type") ||
    [...attributes.keys()].some((key) => key.startsWith("traceloop.") || FLATTENED.test(key)),
  map(span) {
    const { attributes } = span;
    const base = mapGenAi(span);
    const association = withPrefix(attributes, ASSOCIATION);
    return {
      ...base,
      kind: kindOf(attributes) ?? base.kind,
      display_name: stringOf(attributes, "traceloop.entity.name") ?? base.display_name,
      thread_id: stringOf(association, ...THREAD_KEYS) ?? base.thread_id,
      user_id: stringOf(association, ...USER_KEYS) ?? base.user_id,
      metadata: without(association, ...THREAD_KEYS, ...USER_KEYS),
      ...entityPayloads(attributes),
    };
  },
};

function kindOf(attributes: Attributes): CallKind | undefined {
  return KINDS.get(stringOf(attributes, "traceloop.span.kind", "llm.request.type"));
}

/** What went into and came out of a workflow, task, agent or tool. */
function entityPayloads(attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = toNodeOfJson(attributes.get("traceloop.entity.input"));
  const output = toNodeOfJson(attributes.get("traceloop.entity.output"));
  return { ...(inputs && { inputs: asObject(inputs, "input") }), ...(output && { output: exact(output) }) };
}
