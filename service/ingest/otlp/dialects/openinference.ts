import { callKind } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import { readCounts, toUsage, type UsageFields } from "@/lib/cost/usage-fields";
import type { UsageRule } from "@/lib/cost/usage-rule";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { type AnyValue, type Attributes, valueJson } from "@/service/ingest/otlp/any-value";
import { compact, idOf, nodeOf, stringOf, toNode, withPrefix } from "@/service/ingest/otlp/attributes";
import { type ChatMessage, hasContent, toChatMessages, toChoices, toTool } from "@/service/ingest/otlp/chat-messages";
import { exact } from "@/service/ingest/otlp/chat-parts";
import { unflatten } from "@/service/ingest/otlp/unflatten";
import { lookupIn } from "@/service/ingest/otlp/usage";
import type { Dialect, Mapped } from "./dialect";
import { joinedAnswers } from "./openinference-answer";
import { withMadeImages, withSentCalls, withSentParts } from "./openinference-media";
import { plainInputs, plainOutput } from "./plain";

const USAGE: UsageFields = {
  input: ["llm.token_count.prompt"],
  output: ["llm.token_count.completion"],
  total: ["llm.token_count.total"],
  cacheRead: ["llm.token_count.prompt_details.cache_read"],
  cacheWrite: ["llm.token_count.prompt_details.cache_write"],
  reasoning: ["llm.token_count.completion_details.reasoning"],
};
/** Details of a count are part of it; older versions passed on what Anthropic and Bedrock count beside it. */
const RULE: UsageRule = { cache: "inside", reasoning: "inside" };

const MODEL_NAMES = [
  "llm.model_name",
  "embedding.model_name",
  "reranker.model_name",
  "llm.response.model_name",
  "llm.request.model_name",
];
/** Parameters of the request as JSON, and the names of the model among them: a call that failed has no other. */
const PARAMETERS = ["llm.invocation_parameters", "embedding.invocation_parameters"];
const MODEL_PARAMETERS = ["model", "model_name", "model_id", "modelId"];

/** Lists that are the output of a span, and their names there. */
const DOCUMENT_LISTS = { "retrieval.documents.": "documents", "reranker.output_documents.": "documents" };
const EMBEDDING_LISTS = { "embedding.embeddings.": "embeddings" };

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
      provider:
        stringOf(attributes, "llm.provider", "llm.system") ??
        nodeOf(attributes, "metadata")?.get("ls_provider")?.string(),
      model: stringOf(attributes, ...MODEL_NAMES) ?? askedIn(attributes),
      usage: toUsage(readCounts(lookupIn(attributes), USAGE), RULE),
      thread_id: idOf(attributes, "session.id"),
      user_id: idOf(attributes, "user.id"),
      tags: exact(nodeOf(attributes, "tag.tags")),
      metadata: exact(nodeOf(attributes, "metadata")),
      prompt: promptOf(attributes),
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

function payloads(
  attributes: Attributes,
  kind: CallKind | undefined,
): Pick<Mapped, "inputs" | "output" | "response_id"> {
  const sent = { inputs: plainInputs(attributes), output: plainOutput(attributes) };
  // Some messages have roles alone: LangGraph's that are not objects of LangChain.
  const messages = chatMessages(attributes, sent.inputs);
  const chat = messages && (messages.some(hasContent) || !sent.inputs) ? chatInputs(attributes, messages) : undefined;
  return {
    inputs: chat ?? sent.inputs ?? (kind === "tool" ? toolInputs(attributes) : undefined),
    output:
      chatOutput(attributes, sent.output) ??
      documents(attributes, sent.output) ??
      listOutput(attributes, EMBEDDING_LISTS),
    response_id: kind === "llm" ? responseId(sent.output) : undefined,
  };
}

function chatMessages(attributes: Attributes, sent: JsonText | undefined): ChatMessage[] | undefined {
  const messages = unflatten(withPrefix(attributes, "llm.input_messages."));
  return Array.isArray(messages) ? withSentParts(toChatMessages(toNode(messages)), sent) : undefined;
}

function chatInputs(attributes: Attributes, messages: ChatMessage[]): JsonText {
  const tools = unflatten(withPrefix(attributes, "llm.tools."));
  const { model, messages: _sent, tools: offered, ...parameters } = invocationParameters(attributes);
  return toJsonText(
    compact({
      model: model ?? stringOf(attributes, "llm.model_name"),
      messages,
      tools: Array.isArray(tools) ? tools.flatMap((tool) => toolSchema(toNode(tool))) : offered,
      ...parameters,
    }),
  );
}

function askedIn(attributes: Attributes): string | undefined {
  const parameters = nodeOf(attributes, ...PARAMETERS);
  for (const name of MODEL_PARAMETERS) {
    const model = parameters?.get(name)?.string();
    if (model) return model;
  }
  return undefined;
}

/** The template that the prompt was made of, the values that were put into it, and its version. */
function promptOf(attributes: Attributes): Record<string, unknown> | undefined {
  return compact({
    template: stringOf(attributes, "llm.prompt_template.template"),
    version: stringOf(attributes, "llm.prompt_template.version"),
    variables: exact(nodeOf(attributes, "llm.prompt_template.variables")),
  });
}

function invocationParameters(attributes: Attributes): Record<string, JsonText | undefined> {
  const entries = nodeOf(attributes, ...PARAMETERS)?.entries() ?? [];
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

function chatOutput(attributes: Attributes, sent: JsonText | undefined): JsonText | undefined {
  const messages = unflatten(withPrefix(attributes, "llm.output_messages."));
  if (!Array.isArray(messages)) return undefined;
  const reason = stringOf(attributes, "llm.finish_reason");
  const answers = joinedAnswers(messages, isResponse(sent));
  const choices = toChoices(toNode(answers), reason === undefined ? [] : [reason]);
  // Such as a chain's, whose messages have roles alone.
  if (sent && !choices.some(({ message }) => hasContent(message))) return undefined;
  return toJsonText({ choices: withMadeImages(withSentCalls(choices, sent), attributes, sent) });
}

/** Where a response has its id: at its top, or where LangChain keeps what the provider said about it. */
const ID_PATHS = [
  ["id"],
  ["generations", 0, 0, "message", "kwargs", "response_metadata", "id"],
  ["generations", 0, 0, "message", "kwargs", "id"],
];

function responseId(sent: JsonText | undefined): string | undefined {
  if (sent?.kind !== "object" || !sent.text.includes('"id"')) return undefined;
  const response = JsonNode.parse(sent);
  for (const path of ID_PATHS) {
    const id = response.at(path)?.string();
    if (id) return id;
  }
  return undefined;
}

/** Whether the output is one of OpenAI's responses, whose items are one answer together. */
function isResponse(sent: JsonText | undefined): boolean {
  return sent?.kind === "object" && JsonNode.parse(sent).get("object")?.string() === "response";
}

/** Documents rather than the text that a framework makes of them. */
function documents(attributes: Attributes, sent: JsonText | undefined): JsonText | undefined {
  return listOutput(attributes, DOCUMENT_LISTS) ?? sent;
}

function listOutput(attributes: Attributes, lists: Readonly<Record<string, string>>): JsonText | undefined {
  for (const [prefix, name] of Object.entries(lists)) {
    const list = unflatten(withPrefix(attributes, prefix));
    if (list !== undefined) return toJsonText({ [name]: valueJson(withParsedMetadata(list)) });
  }
  return undefined;
}

/** The metadata of a document is JSON in a string. */
function withParsedMetadata(list: AnyValue): AnyValue {
  if (!Array.isArray(list)) return list;
  return list.map((item) => {
    const document = item instanceof Map ? item.get("document") : undefined;
    if (!(item instanceof Map) || !(document instanceof Map)) return item;
    const metadata = document.get("metadata");
    if (typeof metadata !== "string") return item;
    return new Map(item).set("document", new Map(document).set("metadata", new JsonText(toNode(metadata).raw)));
  });
}
