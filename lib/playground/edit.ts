import { MAX_PANES, type Pane, type PlaygroundDocument, type Turn, type TurnFields } from "./document";

/** One edit of the playground. */
export type Edit =
  | { type: "replace"; document: PlaygroundDocument }
  | { type: "turn"; id: string; change: Partial<TurnFields> }
  /** At the end when `after` is absent or unknown. */
  | { type: "add turns"; turns: readonly TurnFields[]; after?: string }
  /** Puts a removed turn back where it was. */
  | { type: "insert turn"; turn: Turn; index: number }
  | { type: "remove turn"; id: string }
  | { type: "move turn"; id: string; by: -1 | 1 }
  /** With the model and the parameters of the last; a fork stays where it was made. */
  | { type: "add pane" }
  | { type: "remove pane"; id: string }
  /** Puts a removed pane back where it was; nothing where there are enough. */
  | { type: "insert pane"; pane: Pane; index: number }
  | { type: "pane"; id: string; change: Partial<Omit<Pane, "id">> }
  /** Absent text takes the parameter back to the model's own default. */
  | { type: "parameter"; pane: string; name: string; text: string | undefined }
  | { type: "share parameters"; pane: string }
  | { type: "variable"; name: string; value: string };

/** The document after an edit; the same one where nothing changes, and the same turns and panes where they don't. */
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

/** An answer keeps the name of its model: edits are marked, and a change of role removes the name. */
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
  // In its place when it was there, so that what is typed does not jump about in the JSON.
  if (text === undefined) return { ...pane, parameters: others };
  return { ...pane, parameters: { ...pane.parameters, [name]: text } };
}
