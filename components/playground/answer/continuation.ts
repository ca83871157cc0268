import type { ChoiceView } from "@/lib/chat/answer";
import type { TurnFields } from "@/lib/playground/document";
import { continuationOf, type PrefixPart, prefixText } from "@/lib/playground/prefix";

import type { PaneRun } from "../pane-run";

/** How a conversation continues: with further turns, or with the start of an answer to complete. */
export type Continuation = { turns: TurnFields[]; runs: boolean } | { fork: PrefixPart[] };

/** The fields of a run that are used to read its answer as text. */
type SaidRun = Pick<PaneRun, "source" | "prefix">;

/** An answer including its given beginning. */
export function wholeContent({ prefix, source }: SaidRun, { content }: Pick<ChoiceView, "content">): string {
  return prefixText(prefix) + ownContent({ prefix, source }, content);
}

/** The part of an answer that the model generated. */
export function ownContent({ prefix, source }: SaidRun, content: string): string {
  return continuationOf(content, prefix, source.parameters["echo"] === "true");
}

/** An answer as turns, including the results of its tools; after a text answer, an empty user turn follows. */
export function continuation(run: SaidRun, choice: ChoiceView, results: readonly string[]): Continuation {
  const content = wholeContent(run, choice);
  const { toolCalls } = choice;
  const { model, server } = run.source;
  const said = { role: "assistant", saidBy: { model, ...(server === undefined ? {} : { server }) } };
  if (toolCalls.length === 0)
    return {
      turns: [
        { ...said, content },
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
        ...said,
        ...(content === "" ? { content: "null", contentIsJson: true } : { content }),
        toolCalls: JSON.stringify(calls, null, 2),
      },
      ...calls.map(({ id }, index) => ({ role: "tool", content: results[index] ?? "", toolCallId: id })),
    ],
    runs: true,
  };
}
