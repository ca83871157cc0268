import { JsonText } from "@/lib/json/text";
import type { Attributes } from "../any-value";
import { nodeOf, stringOf, toNode } from "../attributes";
import { type ChatMessage, type Choice, toChatMessages, toChoices } from "../chat-messages";
import type { Span, SpanEvent } from "../span";

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const DETAILS_EVENT = "gen_ai.client.inference.operation.details";
const CONTENT_KEYS = ["gen_ai.event.content", "message"];

/** The span's attributes, with those that newer instrumentations put on an event when content is opted into. */
export function withDetailEvents({ attributes, events }: Span): Attributes {
  const details = events.filter(({ name }) => name === DETAILS_EVENT);
  return details.length === 0
    ? attributes
    : new Map([attributes, ...details.map((event) => event.attributes)].flatMap((each) => [...each]));
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
  const calls = nodeOf(event.attributes, "tool_calls");
  if (calls) message.set("tool_calls", new JsonText(calls.raw));
  const id = stringOf(event.attributes, "id", "tool_call_id");
  if (role === "tool" && id !== undefined) message.set("tool_call_id", id);
  return toNode(message);
}
