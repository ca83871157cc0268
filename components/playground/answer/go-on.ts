import type { PlaygroundDocument } from "@/lib/playground/document";
import { applyEdit } from "@/lib/playground/edit";

import type { Continuation } from "./continuation";

/**
 * The document with the conversation carried on for all panes, or with a fork in one of them; and whether it is to be
 * answered at once. A fork was the beginning of an answer to the conversation as it was, so carrying on ends it.
 */
export function goOn(
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
