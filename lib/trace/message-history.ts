import { prettyText } from "@/lib/json/pretty";
import type { ChatMessage } from "./conversation";
import type { MessagePart } from "./message-parts";

type Path = Map<string, Path>;

/**
 * The conversations of a trace as paths of messages: a model call usually repeats the messages of an earlier one and
 * adds to them.
 */
export class MessageHistory {
  readonly #root: Path = new Map();

  /** How many messages at the beginning are those of a conversation that was added before. */
  shared(messages: readonly ChatMessage[]): number {
    let path = this.#root;
    for (const [index, message] of messages.entries()) {
      const next = path.get(messageMeaning(message));
      if (!next) return index;
      path = next;
    }
    return messages.length;
  }

  add(messages: readonly ChatMessage[]): void {
    let path = this.#root;
    for (const message of messages) {
      const meaning = messageMeaning(message);
      const next: Path = path.get(meaning) ?? new Map();
      path.set(meaning, next);
      path = next;
    }
  }
}

// A log is read again with every call that is received.
const meanings = new WeakMap<ChatMessage, string>();

/**
 * What two messages have in common if one repeats the other. Programs send answers back without their reasoning and
 * finish reason, and their arguments with other spaces.
 */
export function messageMeaning(message: ChatMessage): string {
  const known = meanings.get(message);
  if (known !== undefined) return known;
  const meaning = JSON.stringify([message.role, message.parts.flatMap(partMeaning)]);
  meanings.set(message, meaning);
  return meaning;
}

function partMeaning(part: MessagePart): unknown[] {
  switch (part.type) {
    case "reasoning":
      return [];
    case "text":
    case "refusal":
      return [part.text.trim()];
    case "tool_call":
      return [[part.name, prettyText(part.arguments) ?? part.arguments]];
    case "tool_result":
      return [[part.toolCallId, part.text ?? part.json]];
    case "media":
    case "json":
      return [part];
  }
}
