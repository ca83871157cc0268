import { nodeOf, toNode } from "../attributes";
import { type ChatMessage, type Choice, exact, toChatMessages, toChoices } from "../chat-messages";
import { type Attributes, newAttributes, type Span, type SpanEvent } from "../span";

const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const DETAILS_EVENT = "gen_ai.client.inference.operation.details";
const CONTENT_KEYS = ["gen_ai.event.content", "message"];

/** The span's attributes, with those that newer instrumentations put on an event when content is opted into. */
export function withDetailEvents({ attributes, events }: Span): Attributes {
  const details = events.filter(({ name }) => name === DETAILS_EVENT);
  return details.length === 0
    ? attributes
    : Object.assign(newAttributes(), attributes, ...details.map((event) => event.attributes));
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
    const reason = event.attributes.finish_reason;
    const own = typeof reason === "string" ? reason : finishReasons[choices.indexOf(event)];
    return toChoices(contentOf(event, "assistant"), own === undefined ? [] : [own]);
  });
}

/** The message of an event: in one attribute as JSON, or its fields as attributes of their own. */
function contentOf(event: SpanEvent, role: string) {
  const whole = nodeOf(event.attributes, ...CONTENT_KEYS);
  if (whole?.kind === "object") return whole.get("message") ?? whole;
  const message = newAttributes();
  message.role = role;
  for (const key of ["role", "name", "content"]) {
    const value = event.attributes[key];
    if (value !== undefined) message[key] = value;
  }
  const calls = event.attributes.tool_calls;
  if (calls !== undefined) message.tool_calls = exact(toNode(calls)) ?? null;
  const id = event.attributes.id ?? event.attributes.tool_call_id;
  if (role === "tool" && id !== undefined) message.tool_call_id = id;
  return toNode(message);
}
