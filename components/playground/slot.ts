import type { Pane } from "@/lib/playground/document";
import { prefixOf, prefixText } from "@/lib/playground/prefix";

/**
 * Identifies what an answer belongs to: a pane of one playground with a model, and with a forced beginning. A pane
 * whose model is changed has no answer, until its former model is selected again.
 */
export interface Slot {
  /** Id of the playground. */
  session: string;
  pane: string;
  model: string;
  prefix: string;
}

export function slotOf(session: string, pane: Pick<Pane, "id" | "model" | "prefix">): Slot {
  return { session, pane: pane.id, model: pane.model, prefix: prefixText(prefixOf(pane)) };
}

export function slotKey({ session, pane, model, prefix }: Slot): string {
  return JSON.stringify([session, pane, model, prefix]);
}

export function isSamePane(a: Slot, b: Slot): boolean {
  return a.session === b.session && a.pane === b.pane;
}
