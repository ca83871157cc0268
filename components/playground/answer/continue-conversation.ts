import type { PlaygroundDocument } from "@/lib/playground/document";
import { applyEdit } from "@/lib/playground/edit";

import type { Continuation } from "./continuation";

/**
 * The document with the conversation continued for all panes, or with a fork in one of them; and whether to run it at
 * once. A fork began an answer to the previous conversation, so continuing removes it.
 */
export function continueConversation(
  document: PlaygroundDocument,
  pane: string,
  next: Continuation,
): { document: PlaygroundDocument; runs: boolean } {
  if ("fork" in next) {
    const panes = document.panes.map((one) =>
      one.id === pane ? { ...one, prefix: { model: one.model, parts: next.fork } } : one,
    );
    return { document: { ...document, panes }, runs: true };
  }
  const { panes, ...longer } = applyEdit(document, { type: "add turns", turns: next.turns });
  return { document: { ...longer, panes: panes.map(({ prefix: _prefix, ...one }) => one) }, runs: next.runs };
}
