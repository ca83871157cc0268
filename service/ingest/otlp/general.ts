import type { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Attributes } from "./any-value";
import { idOf, nodeOf } from "./attributes";
import { exact } from "./chat-parts";

/** What programs call the thread and the user in metadata of their own, best first. */
export const THREAD_NAMES = ["session_id", "thread_id", "conversation_id", "sessionId", "threadId", "conversationId"];
export const USER_NAMES = ["user_id", "userId", "end_user_id", "endUserId"];

/** Attributes that hold the thread, the user and the tags in any convention, best first. */
const THREAD_ATTRIBUTES = [
  "session.id",
  "gen_ai.conversation.id",
  "langfuse.session.id",
  "gcp.vertex.agent.session_id",
  "langsmith.trace.session_id",
  ...THREAD_NAMES.map((name) => `langsmith.metadata.${name}`),
  ...THREAD_NAMES.map((name) => `metadata.${name}`),
];
const USER_ATTRIBUTES = [
  "user.id",
  "enduser.id",
  "langfuse.user.id",
  "llm.user",
  "gen_ai.request.user",
  ...USER_NAMES.map((name) => `langsmith.metadata.${name}`),
  ...USER_NAMES.map((name) => `metadata.${name}`),
  "metadata.user_api_key_end_user_id",
  "metadata.user_api_key_user_id",
];
const TAG_ATTRIBUTES = ["tag.tags", "langfuse.trace.tags", "langfuse.tags", "logfire.tags"];

/** The metadata that programs attach, in one attribute of JSON. */
const METADATA = "metadata";

/** Thread, user and tags of a span whose convention has no attributes of its own for them, or does not use them. */
export function generalThread(attributes: Attributes, metadata: Metadata): string | undefined {
  return idOf(attributes, ...THREAD_ATTRIBUTES) ?? metadata.first(THREAD_NAMES);
}

export function generalUser(attributes: Attributes, metadata: Metadata): string | undefined {
  return idOf(attributes, ...USER_ATTRIBUTES) ?? metadata.first(USER_NAMES);
}

export function generalTags(attributes: Attributes): JsonText | undefined {
  return exact(nodeOf(attributes, ...TAG_ATTRIBUTES));
}

/** The metadata of a span, parsed once and only when it is needed. */
export class Metadata {
  readonly #attributes: Attributes;
  #parsed: { node: JsonNode | undefined } | undefined;

  constructor(attributes: Attributes) {
    this.#attributes = attributes;
  }

  /** The first of these members that is an id. */
  first(names: readonly string[]): string | undefined {
    this.#parsed ??= { node: nodeOf(this.#attributes, METADATA) };
    const { node } = this.#parsed;
    if (!node) return undefined;
    for (const name of names) {
      const text = textOf(node.get(name));
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

/** Ids are often numbers. */
function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "number" ? node.raw : node?.string() || undefined;
}
