import type { Pane, PlaygroundDocument } from "@/lib/playground/document";
import { applyEdit } from "@/lib/playground/edit";
import { sharingPanes } from "@/lib/playground/pane-turns";

import type { Continuation } from "./continuation";

interface Continued {
  document: PlaygroundDocument;
  /** The panes whose conversation is longer now, by id. */
  longer: readonly string[];
  /** The panes to run at once. */
  runs: readonly string[];
}

/**
 * The document with the conversation of a pane continued, for all panes that share it, or with a fork in this pane. A
 * fork began an answer to the previous conversation, so continuing removes it.
 */
export function continueConversation(document: PlaygroundDocument, pane: string, next: Continuation): Continued {
  if ("fork" in next) {
    const panes = document.panes.map((one) =>
      one.id === pane ? { ...one, prefix: { model: one.model, parts: next.fork } } : one,
    );
    return { document: { ...document, panes }, longer: [], runs: [pane] };
  }
  const isOwn = document.panes.some(({ id, turns }) => id === pane && turns);
  const longer = isOwn ? [pane] : sharingPanes(document);
  const added = applyEdit(document, { type: "add turns", turns: next.turns, ...(isOwn && { pane }) });
  const panes = added.panes.map((one) => (longer.includes(one.id) ? withoutPrefix(one) : one));
  return { document: { ...added, panes }, longer, runs: next.runs ? longer : [] };
}

function withoutPrefix({ prefix: _prefix, ...pane }: Pane): Pane {
  return pane;
}
