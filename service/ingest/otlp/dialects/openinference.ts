import { callKind } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import type { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";
import { type Attributes, valueJson } from "../any-value";
import { compact, nodeOf, stringOf, toNode, withPrefix } from "../attributes";
import { exact, toChatMessages, toChoices, toTool } from "../chat-messages";
import { unflatten } from "../unflatten";
import { readUsage, type UsageKeys } from "../usage";
import type { Dialect, Mapped } from "./dialect";
import { plainPayloads } from "./plain";

const USAGE: UsageKeys = {
  prompt_tokens: ["llm.token_count.prompt"],
  completion_tokens: ["llm.token_count.completion"],
  total_tokens: ["llm.token_count.total"],
  cached_tokens: ["llm.token_count.prompt_details.cache_read"],
  cache_write_tokens: ["llm.token_count.prompt_details.cache_write"],
  reasoning_tokens: ["llm.token_count.completion_details.reasoning"],
};

/** Lists that are the output of a span without `output.value`, and their names there. */
const OUTPUT_LISTS = {
  "retrieval.documents.": "documents",
  "reranker.output_documents.": "documents",
  "embedding.embeddings.": "embeddings",
};

/** Attributes of this convention alone, by the kind that they imply where the span does not name one. */
const OWN =
  /^(llm|embedding|retrieval|reranker)\.(model_name|token_count|(?:input_|output_)?(?:messages|documents)|embeddings)/;
const KINDS = new Map<string | undefined, CallKind>([
  ["llm", "llm"],
  ["embedding", "embedding"],
  ["retrieval", "retriever"],
  ["reranker", "reranker"],
]);

/** OpenInference (Arize Phoenix's instrumentations). */
export const openInference: Dialect = {
  name: "openinference",
  detect: ({ attributes }) => attributes.has("openinference.span.kind") || ownOf(attributes) !== undefined,
  map({ attributes }) {
    const kind = kindOf(attributes);
    return {
      kind,
      display_name: stringOf(attributes, "tool.name", "agent.name"),
      provider: stringOf(attributes, "llm.provider", "llm.system"),
      model: stringOf(attributes, "llm.model_name", "embedding.model_name", "reranker.model_name"),
      usage: readUsage(attributes, USAGE),
      thread_id: stringOf(attributes, "session.id"),
      user_id: stringOf(attributes, "user.id"),
      tags: exact(nodeOf(attributes, "tag.tags")),
      metadata: exact(nodeOf(attributes, "metadata")),
      ...payloads(attributes, kind),
    };
  },
};

function ownOf(attributes: Attributes): string | undefined {
  for (const key of attributes.keys()) {
    const own = OWN.exec(key)?.[1];
    if (own !== undefined) return own;
  }
  return undefined;
}

function kindOf(attributes: Attributes): CallKind | undefined {
  const stated = stringOf(attributes, "openinference.span.kind");
  return stated === undefined ? KINDS.get(ownOf(attributes)) : callKind.safeParse(stated.toLowerCase()).data;
}

function payloads(attributes: Attributes, kind: CallKind | undefined): Pick<Mapped, "inputs" | "output"> {
  const sent = plainPayloads(attributes);
  return {
    inputs: chatInputs(attributes) ?? sent.inputs ?? (kind === "tool" ? toolInputs(attributes) : undefined),
    output: chatOutput(attributes) ?? sent.output ?? listOutput(attributes),
  };
}

function chatInputs(attributes: Attributes): JsonText | undefined {
  const messages = unflatten(withPrefix(attributes, "llm.input_messages."));
  if (!Array.isArray(messages)) return undefined;
  const tools = unflatten(withPrefix(attributes, "llm.tools."));
  const { model, messages: _sent, tools: offered, ...parameters } = invocationParameters(attributes);
  return toJsonText(
    compact({
      model: model ?? stringOf(attributes, "llm.model_name"),
      messages: toChatMessages(toNode(messages)),
      tools: Array.isArray(tools) ? tools.flatMap((tool) => toolSchema(toNode(tool))) : offered,
      ...parameters,
    }),
  );
}

function invocationParameters(attributes: Attributes): Record<string, JsonText | undefined> {
  const entries = nodeOf(attributes, "llm.invocation_parameters")?.entries() ?? [];
  return Object.fromEntries([...entries].map(([key, value]) => [key, exact(value)]));
}

/** `{tool: {json_schema}}`, the schema being JSON in a string. */
function toolSchema(tool: JsonNode): (JsonText | object)[] {
  const schema = tool.at(["tool", "json_schema"]);
  const text = schema?.string();
  if (!schema) return [];
  return [toTool(text === undefined ? schema : toNode(text))];
}

function toolInputs(attributes: Attributes): JsonText | undefined {
  const parameters = nodeOf(attributes, "tool.parameters");
  return parameters?.kind === "object" ? exact(parameters) : undefined;
}

function chatOutput(attributes: Attributes): JsonText | undefined {
  const messages = unflatten(withPrefix(attributes, "llm.output_messages."));
  if (!Array.isArray(messages)) return undefined;
  const reason = stringOf(attributes, "llm.finish_reason");
  return toJsonText({ choices: toChoices(toNode(messages), reason === undefined ? [] : [reason]) });
}

function listOutput(attributes: Attributes): JsonText | undefined {
  for (const [prefix, name] of Object.entries(OUTPUT_LISTS)) {
    const list = unflatten(withPrefix(attributes, prefix));
    if (list !== undefined) return toJsonText({ [name]: valueJson(list) });
  }
  return undefined;
}
