import { MAX_PANES, type Pane, type PlaygroundDocument, type Turn, type TurnFields } from "./document";

export type Edit =
  | { type: "replace"; document: PlaygroundDocument }
  | { type: "turn"; id: string; change: Partial<TurnFields> }
  /** Defaults to the end, also if `after` is unknown. */
  | { type: "add turns"; turns: readonly TurnFields[]; after?: string }
  /** Restores a removed turn at its position. */
  | { type: "insert turn"; turn: Turn; index: number }
  | { type: "remove turn"; id: string }
  | { type: "move turn"; id: string; by: -1 | 1 }
  /** With the model and parameters of the last pane; a fork stays in its own pane. */
  | { type: "add pane" }
  | { type: "remove pane"; id: string }
  /** Restores a removed pane at its position, unless the maximum is reached. */
  | { type: "insert pane"; pane: Pane; index: number }
  | { type: "pane"; id: string; change: Partial<Omit<Pane, "id">> }
  /** Without text, resets the parameter to the model's default. */
  | { type: "parameter"; pane: string; name: string; text: string | undefined }
  | { type: "share parameters"; pane: string }
  | { type: "variable"; name: string; value: string };

/**
 * The document after an edit. If nothing changes it is the same object, and unchanged turns and panes are always the
 * same objects.
 */
export function applyEdit(document: PlaygroundDocument, edit: Edit): PlaygroundDocument {
  const { turns, panes } = document;
  switch (edit.type) {
    case "replace":
      return edit.document;
    case "turn":
      return { ...document, turns: changeById(turns, edit.id, (turn) => withFields(turn, edit.change)) };
    case "add turns":
      return addTurns(document, edit.turns, edit.after);
    case "insert turn":
      return { ...document, turns: turns.toSpliced(edit.index, 0, edit.turn) };
    case "remove turn":
      return { ...document, turns: turns.filter(({ id }) => id !== edit.id) };
    case "move turn":
      return moveTurn(document, edit.id, edit.by);
    case "add pane":
      return addPane(document);
    case "remove pane":
      return panes.length === 1 ? document : { ...document, panes: panes.filter(({ id }) => id !== edit.id) };
    case "insert pane":
      return panes.length >= MAX_PANES ? document : { ...document, panes: panes.toSpliced(edit.index, 0, edit.pane) };
    case "pane":
      return { ...document, panes: changeById(panes, edit.id, (pane) => ({ ...pane, ...edit.change })) };
    case "parameter":
      return { ...document, panes: changeById(panes, edit.pane, (pane) => withParameter(pane, edit)) };
    case "share parameters": {
      const parameters = panes.find(({ id }) => id === edit.pane)?.parameters;
      return parameters ? { ...document, panes: panes.map((pane) => ({ ...pane, parameters })) } : document;
    }
    case "variable":
      return { ...document, variables: { ...document.variables, [edit.name]: edit.value } };
  }
}

function changeById<Item extends { id: string }>(items: Item[], id: string, change: (item: Item) => Item): Item[] {
  return items.map((item) => (item.id === id ? change(item) : item));
}

/** An answer keeps its model's name: edits are marked, and a change of role removes the name. */
function withFields(turn: Turn, change: Partial<TurnFields>): Turn {
  const { saidBy, ...changed } = { ...turn, ...change };
  if (!saidBy || changed.role !== turn.role) return changed;
  const isEdited = WORDS.some((field) => changed[field] !== turn[field]);
  return { ...changed, saidBy: isEdited ? { ...saidBy, isEdited } : saidBy };
}

const WORDS = ["content", "contentIsJson", "toolCalls", "extra"] as const;

function addTurns(document: PlaygroundDocument, added: readonly TurnFields[], after?: string): PlaygroundDocument {
  const { turns, lastId } = document;
  const found = turns.findIndex(({ id }) => id === after);
  const at = found === -1 ? turns.length : found + 1;
  const made = added.map((fields, index) => ({ ...fields, id: String(lastId + index + 1) }));
  return { ...document, turns: turns.toSpliced(at, 0, ...made), lastId: lastId + made.length };
}

function moveTurn(document: PlaygroundDocument, id: string, by: -1 | 1): PlaygroundDocument {
  const { turns } = document;
  const from = turns.findIndex((turn) => turn.id === id);
  const moved = turns[from];
  const to = from + by;
  if (!moved || to < 0 || to >= turns.length) return document;
  return { ...document, turns: turns.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

function addPane(document: PlaygroundDocument): PlaygroundDocument {
  const { panes, lastId } = document;
  const last = panes.at(-1);
  if (!last || panes.length >= MAX_PANES) return document;
  const { model, parameters } = last;
  return { ...document, panes: [...panes, { model, parameters, id: String(lastId + 1) }], lastId: lastId + 1 };
}

function withParameter(pane: Pane, { name, text }: { name: string; text: string | undefined }): Pane {
  const { [name]: _changed, ...others } = pane.parameters;
  // A parameter keeps its position, so that typed text does not move in the JSON.
  if (text === undefined) return { ...pane, parameters: others };
  return { ...pane, parameters: { ...pane.parameters, [name]: text } };
}
