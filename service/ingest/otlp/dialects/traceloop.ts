import type { CallKind } from "@/lib/contract/call-kinds";
import type { Attributes } from "@/service/ingest/otlp/any-value";
import { idOf, stringOf, toNodeOfJson, without, withPrefix } from "@/service/ingest/otlp/attributes";
import { exact } from "@/service/ingest/otlp/chat-parts";
import { THREAD_NAMES, USER_NAMES } from "@/service/ingest/otlp/general";
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
const PLACE = [
  ["workflow_name", "traceloop.workflow.name"],
  ["entity_path", "traceloop.entity.path"],
] as const;

/** OpenLLMetry (Traceloop): GenAI attributes in old or new form, and `traceloop.*` around them. */
export const traceloop: Dialect = {
  name: "traceloop",
  detect: ({ attributes }) =>
    attributes.has("llm.request.type") ||
    [...attributes.keys()].some((key) => key.startsWith("traceloop.") || FLATTENED.test(key)),
  map(span, scope) {
    const { attributes } = span;
    const base = mapGenAi(span, scope);
    const association = withPrefix(attributes, ASSOCIATION);
    const kind = kindOf(attributes) ?? base.kind;
    return {
      ...base,
      kind,
      display_name: stringOf(attributes, "traceloop.entity.name") ?? base.display_name,
      thread_id: idOf(association, ...THREAD_NAMES) ?? base.thread_id,
      user_id: idOf(association, ...USER_NAMES) ?? base.user_id,
      metadata: without(placed(association, attributes), ...THREAD_NAMES, ...USER_NAMES),
      ...payloads(base, entityPayloads(attributes), kind),
    };
  },
};

/** Attributes of the program, after the position of the span: its workflow, and the tasks around it as `outer.inner`. */
function placed(association: Attributes, attributes: Attributes): Attributes {
  const all: Attributes = new Map();
  for (const [name, key] of PLACE) {
    const value = stringOf(attributes, key);
    if (value !== undefined) all.set(name, value);
  }
  return new Map([...all, ...association]);
}

/** The arguments of a tool, but the messages of a model rather than the arguments of the function around it. */
function payloads(base: Mapped, entity: Pick<Mapped, "inputs" | "output">, kind: CallKind | undefined) {
  const [first, second] = kind === "tool" ? [entity, base] : [base, entity];
  return { inputs: first.inputs ?? second.inputs, output: first.output ?? second.output };
}

function kindOf(attributes: Attributes): CallKind | undefined {
  return KINDS.get(stringOf(attributes, "traceloop.span.kind", "llm.request.type"));
}

/** Input and output of a workflow, task, agent or tool. */
function entityPayloads(attributes: Attributes): Pick<Mapped, "inputs" | "output"> {
  const inputs = toNodeOfJson(attributes.get("traceloop.entity.input"));
  const output = toNodeOfJson(attributes.get("traceloop.entity.output"));
  return { ...(inputs && { inputs: asObject(inputs, "input") }), ...(output && { output: exact(output) }) };
}
