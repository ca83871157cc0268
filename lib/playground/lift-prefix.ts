import type { PlaygroundDocument } from "./document";

/**
 * The document of a call that continued an answer: the beginning of the answer is moved to its pane, so that another
 * pane beside it gives its own answer. Any other document is unchanged.
 */
export function liftPrefix(document: PlaygroundDocument): PlaygroundDocument {
  const [pane, ...others] = document.panes;
  const last = document.turns.at(-1);
  if (!pane || others.length > 0 || !last || pane.parameters["continue_final_message"] !== "true") return document;
  const { role, content, id: _id, ...fields } = last;
  if (role !== "assistant" || content === "" || Object.keys(fields).length > 0) return document;
  const { continue_final_message: _continued, add_generation_prompt: _prompted, ...parameters } = pane.parameters;
  const prefix = { model: pane.model, parts: [{ text: content }] };
  return { ...document, turns: document.turns.slice(0, -1), panes: [{ ...pane, parameters, prefix }] };
}
