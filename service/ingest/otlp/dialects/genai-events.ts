import type { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { AnyValue, Attributes } from "@/service/ingest/otlp/any-value";
import { nodeOf, stringOf, toNode } from "@/service/ingest/otlp/attributes";
import { type ChatMessage, type Choice, toChatMessages, toChoices } from "@/service/ingest/otlp/chat-messages";
import { isParts } from "@/service/ingest/otlp/chat-parts";
import type { Span, SpanEvent } from "@/service/ingest/otlp/span";

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const DETAILS_EVENT = "gen_ai.client.inference.operation.details";
const CONTENT_KEYS = ["gen_ai.event.content", "message"];

const OLDEST_EVENTS = ["gen_ai.choice", "gen_ai.content.prompt", "gen_ai.content.completion"];

/** Whether an event of this name has messages of a model call. */
export function isMessageEvent(name: string): boolean {
  return name === DETAILS_EVENT || MESSAGE_EVENT.test(name) || OLDEST_EVENTS.includes(name);
}

/**
 * The span's attributes, with those that newer instrumentations put on events when content is opted into. Messages that
 * are on several of them come after one another.
 */
export function withDetailEvents({ attributes, events }: Span): Attributes {
  const details = events.filter(({ name }) => name === DETAILS_EVENT);
  if (details.length === 0) return attributes;
  const sent = new Map<string, AnyValue[]>();
  for (const event of details)
    for (const [key, value] of event.attributes) {
      const values = sent.get(key);
      if (values) values.push(value);
      else sent.set(key, [value]);
    }
  return new Map([...attributes, ...[...sent].map(([key, values]): [string, AnyValue] => [key, together(values)])]);
}

/** The items of lists, one after the other; of values of which any is no list, the last and the lists after it. */
function together(values: readonly AnyValue[]): AnyValue {
  const [only, ...more] = values;
  if (only !== undefined && more.length === 0) return only;
  const nodes = values.map(toNode);
  const from = nodes.findLastIndex(({ kind }) => kind !== "array");
  const lists = nodes.slice(from + 1);
  if (lists.length === 0) return values.at(-1) ?? null;
  return lists.flatMap((list) => [...list.items()].map((item) => new JsonText(item.raw)));
}

/** What a tool was called with, or what it returned, from the event that has it. */
export function toolEvent({ events }: Span, name: string): JsonNode | undefined {
  const event = events.find((candidate) => candidate.name === name);
  return event && nodeOf(event.attributes, "content", "message");
}

/** Input messages from one event each (conventions up to v1.36), or from one `gen_ai.content.prompt` (older still). */
export function eventMessages({ events }: Span): ChatMessage[] {
  return events.flatMap((event) => {
    const prompt = event.name === "gen_ai.content.prompt" ? nodeOf(event.attributes, "gen_ai.prompt") : undefined;
    if (prompt) return toChatMessages(prompt);
    const role = MESSAGE_EVENT.exec(event.name)?.[1];
    return role === undefined ? [] : toChatMessages(contentOf(event, role), role);
  });
}

/** Choices from `gen_ai.choice` events, or from one `gen_ai.content.completion`. */
export function eventChoices({ events }: Span, finishReasons: readonly string[]): Choice[] {
  const choices = events.filter(({ name }) => name === "gen_ai.choice");
  return events.flatMap((event) => {
    const completion =
      event.name === "gen_ai.content.completion" ? nodeOf(event.attributes, "gen_ai.completion") : undefined;
    if (completion) return toChoices(completion, finishReasons);
    if (event.name !== "gen_ai.choice") return [];
    const own = stringOf(event.attributes, "finish_reason") ?? finishReasons[choices.indexOf(event)];
    return toChoices(contentOf(event, "assistant"), own === undefined ? [] : [own]);
  });
}

/** The message of an event: in one attribute as JSON, or its fields as attributes of their own. */
function contentOf(event: SpanEvent, role: string) {
  const whole = nodeOf(event.attributes, ...CONTENT_KEYS);
  if (whole?.kind === "object") return whole.get("message") ?? whole;
  const message: Attributes = new Map([["role", role]]);
  for (const key of ["role", "name", "content"]) {
    const value = event.attributes.get(key);
    if (value !== undefined) message.set(key, value);
  }
  // The content by itself, which may be JSON of a list of parts.
  const content = nodeOf(event.attributes, "content") ?? whole;
  if (content && (isParts(content) || !message.has("content"))) message.set("content", new JsonText(content.raw));
  const calls = nodeOf(event.attributes, "tool_calls");
  if (calls) message.set("tool_calls", new JsonText(calls.raw));
  const id = stringOf(event.attributes, "id", "tool_call_id");
  if (role === "tool" && id !== undefined) message.set("tool_call_id", id);
  return toNode(message);
}
