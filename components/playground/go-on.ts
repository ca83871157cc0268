import type { PlaygroundDocument } from "@/lib/playground/document";
import { applyEdit, type Edit } from "@/lib/playground/edit";

import type { Continuation } from "./continuation";

/** The document with the conversation carried on, and whether it is to be answered at once. */
export function goOn(
  document: PlaygroundDocument,
  pane: string,
  next: Continuation,
): { document: PlaygroundDocument; runs: boolean } {
  if (!("fork" in next))
    return { document: applyEdit(document, { type: "add turns", turns: next.turns }), runs: next.runs };
  const last = document.turns.at(-1);
  // A fork of a fork goes on from the same beginning.
  const begun = last?.role === "assistant" && isContinued(document, pane) ? last : undefined;
  const write: Edit = begun
    ? { type: "turn", id: begun.id, change: { content: begun.content + next.fork } }
    : { type: "add turns", turns: [{ role: "assistant", content: next.fork }] };
  const edits: Edit[] = [
    write,
    { type: "parameter", pane, name: "continue_final_message", text: "true" },
    { type: "parameter", pane, name: "add_generation_prompt", text: "false" },
  ];
  return { document: edits.reduce(applyEdit, document), runs: true };
}

function isContinued({ panes }: PlaygroundDocument, pane: string): boolean {
  return panes.find(({ id }) => id === pane)?.parameters["continue_final_message"] === "true";
}
