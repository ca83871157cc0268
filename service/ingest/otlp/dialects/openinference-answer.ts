import type { AnyValue, Attributes } from "@/service/ingest/otlp/any-value";

/**
 * The generated messages with those that are pieces of one answer as one: reasoning belongs to the message after it, and
 * the items of one of OpenAI's responses (`isResponse`) belong together.
 */
export function joinedAnswers(list: readonly AnyValue[], isResponse: boolean): AnyValue[] {
  const answers: AnyValue[] = [];
  for (const item of list) {
    const [before, after] = [messageOf(answers.at(-1)), messageOf(item)];
    if (before && after && (isResponse || isReasoning(before)))
      answers[answers.length - 1] = new Map([["message", together(before, after)]]);
    else answers.push(item);
  }
  return answers;
}

function messageOf(item: AnyValue | undefined): Attributes | undefined {
  const message = item instanceof Map ? item.get("message") : undefined;
  return message instanceof Map ? message : undefined;
}

function isReasoning(message: Attributes): boolean {
  const parts = partsOf(message);
  return parts.length > 0 && listOf(message, "tool_calls").length === 0 && parts.every(isReasoningPart);
}

function isReasoningPart(part: AnyValue): boolean {
  const content = part instanceof Map ? part.get("message_content") : undefined;
  return content instanceof Map && content.get("type") === "reasoning";
}

function together(before: Attributes, after: Attributes): Attributes {
  const message = new Map([...before, ...after]);
  message.delete("content");
  message.set("contents", [...partsOf(before), ...partsOf(after)]);
  const calls = [...listOf(before, "tool_calls"), ...listOf(after, "tool_calls")];
  if (calls.length > 0) message.set("tool_calls", calls);
  return message;
}

/** The parts of a message, its content being one too. */
function partsOf(message: Attributes): AnyValue[] {
  const text = message.get("content");
  if (typeof text !== "string" || text === "") return listOf(message, "contents");
  const content: Attributes = new Map([
    ["type", "text"],
    ["text", text],
  ]);
  return [new Map([["message_content", content]]), ...listOf(message, "contents")];
}

function listOf(message: Attributes, member: string): AnyValue[] {
  const list = message.get(member);
  return Array.isArray(list) ? list : [];
}
