import type { ChoiceView } from "@/lib/chat/answer";
import type { TurnFields } from "@/lib/playground/document";

/** How a conversation goes on: with turns behind it, or with the beginning of an answer to be finished. */
export type Continuation = { turns: TurnFields[]; runs: boolean } | { fork: string };

/** An answer as turns, with what its tools returned; after a text comes a turn of the user, to be written. */
export function continuation({ content, toolCalls }: ChoiceView, results: readonly string[]): Continuation {
  if (toolCalls.length === 0)
    return {
      turns: [
        { role: "assistant", content },
        { role: "user", content: "" },
      ],
      runs: false,
    };
  const calls = toolCalls.map((call, index) => ({
    id: call.id || `call_${index + 1}`,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    turns: [
      {
        role: "assistant",
        ...(content === "" ? { content: "null", contentIsJson: true } : { content }),
        toolCalls: JSON.stringify(calls, null, 2),
      },
      ...calls.map(({ id }, index) => ({ role: "tool", content: results[index] ?? "", toolCallId: id })),
    ],
    runs: true,
  };
}
