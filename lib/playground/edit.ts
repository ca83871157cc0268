import {
  MAX_PANES,
  type Pane,
  type PlaygroundDocument,
  type PromptSource,
  type Turn,
  type TurnFields,
} from "./document";
import { cellOfVariable, type TableRow, withColumn } from "./table-row";

export type Edit =
  | { type: "replace"; document: PlaygroundDocument }
  | { type: "turn"; id: string; change: Partial<TurnFields> }
  /** To the shared conversation, or a pane's own turns. Defaults to the end, also if `after` is unknown. */
  | { type: "add turns"; turns: readonly TurnFields[]; after?: string; pane?: string }
  /** Restores a removed turn at its position. */
  | { type: "insert turn"; turn: Turn; index: number; pane?: string }
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
  /** Gives a pane its own turns, and the model settings of a prompt. */
  | { type: "own prompt"; pane: string; turns: readonly TurnFields[]; change?: Partial<Omit<Pane, "id" | "turns">> }
  /** Sets the prompt that a pane's own turns are from, or without `pane` those of the shared conversation. */
  | { type: "prompt"; prompt: PromptSource; pane?: string }
  /** Without a value, the variable has that of the row, if any. */
  | { type: "variable"; name: string; value: string | undefined }
  /** Replaces typed values of the variables that the row fills, unless `variables` restores them. */
  | { type: "row"; row: TableRow | undefined; variables?: PlaygroundDocument["variables"] }
  /** The column of a variable; null for none. Its value, if it has one, replaces a typed one. */
  | { type: "column"; variable: string; column: string | null };

/**
 * The document after an edit. If nothing changes it is the same object, and unchanged turns and panes are always the
 * same objects.
 */
export function applyEdit(document: PlaygroundDocument, edit: Edit): PlaygroundDocument {
  const { panes } = document;
  switch (edit.type) {
    case "replace":
      return edit.document;
    case "turn":
      return changeTurns(document, (turns) => changeById(turns, edit.id, (turn) => withFields(turn, edit.change)));
    case "add turns":
      return addTurns(document, edit);
    case "insert turn":
      return withTurns(document, edit.pane, (turns) => turns.toSpliced(edit.index, 0, edit.turn));
    case "remove turn":
      return changeTurns(document, (turns) => withoutTurn(turns, edit.id));
    case "move turn":
      return changeTurns(document, (turns) => moveTurn(turns, edit.id, edit.by));
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
    case "own prompt":
      return ownPrompt(document, edit);
    case "prompt":
      return withPrompt(document, edit);
    case "variable":
      return { ...document, variables: withValue(document.variables, edit.name, edit.value) };
    case "row":
      return { ...document, row: edit.row, variables: edit.variables ?? unfilled(document.variables, edit.row) };
    case "column":
      return chooseColumn(document, edit);
  }
}

function changeById<Item extends { id: string }>(items: Item[], id: string, change: (item: Item) => Item): Item[] {
  return items.some((item) => item.id === id) ? items.map((item) => (item.id === id ? change(item) : item)) : items;
}

/** Changes every list of turns; ids are unique in the document, so at most one differs afterwards. */
function changeTurns(document: PlaygroundDocument, change: (turns: Turn[]) => Turn[]): PlaygroundDocument {
  const turns = change(document.turns);
  if (turns !== document.turns) return { ...document, turns };
  const owner = document.panes.find((pane) => pane.turns && change(pane.turns) !== pane.turns);
  return owner ? withTurns(document, owner.id, change) : document;
}

/** Changes the shared conversation, or a pane's own turns. */
function withTurns(
  document: PlaygroundDocument,
  pane: string | undefined,
  change: (turns: Turn[]) => Turn[],
): PlaygroundDocument {
  if (pane === undefined) return { ...document, turns: change(document.turns) };
  const panes = changeById(document.panes, pane, (one) => (one.turns ? { ...one, turns: change(one.turns) } : one));
  return { ...document, panes };
}

function withoutTurn(turns: Turn[], id: string): Turn[] {
  return turns.some((turn) => turn.id === id) ? turns.filter((turn) => turn.id !== id) : turns;
}

/** An answer keeps its model's name: edits are marked, and a change of role removes the name. */
function withFields(turn: Turn, change: Partial<TurnFields>): Turn {
  const { saidBy, ...changed } = { ...turn, ...change };
  if (!saidBy || changed.role !== turn.role) return changed;
  const isEdited = WORDS.some((field) => changed[field] !== turn[field]);
  return { ...changed, saidBy: isEdited ? { ...saidBy, isEdited } : saidBy };
}

const WORDS = ["content", "contentIsJson", "toolCalls", "extra"] as const;

function addTurns(
  document: PlaygroundDocument,
  { turns: added, after, pane }: { turns: readonly TurnFields[]; after?: string; pane?: string },
): PlaygroundDocument {
  const { made, lastId } = withIds(document, added);
  const longer = withTurns(document, pane, (turns) => {
    const found = turns.findIndex(({ id }) => id === after);
    return turns.toSpliced(found === -1 ? turns.length : found + 1, 0, ...made);
  });
  return { ...longer, lastId };
}

function withIds({ lastId }: PlaygroundDocument, added: readonly TurnFields[]): { made: Turn[]; lastId: number } {
  const made = added.map((fields, index) => ({ ...fields, id: String(lastId + index + 1) }));
  return { made, lastId: lastId + made.length };
}

function moveTurn(turns: Turn[], id: string, by: -1 | 1): Turn[] {
  const from = turns.findIndex((turn) => turn.id === id);
  const moved = turns[from];
  const to = from + by;
  return !moved || to < 0 || to >= turns.length ? turns : turns.toSpliced(from, 1).toSpliced(to, 0, moved);
}

function ownPrompt(
  document: PlaygroundDocument,
  { pane, turns, change }: { pane: string; turns: readonly TurnFields[]; change?: Partial<Pane> },
): PlaygroundDocument {
  const { made, lastId } = withIds(document, turns.length > 0 ? turns : [{ role: "user", content: "" }]);
  const panes = changeById(document.panes, pane, ({ prompt: _prompt, prefix: _prefix, ...one }) => ({
    ...one,
    ...change,
    turns: made,
  }));
  return { ...document, panes, lastId };
}

function withPrompt(
  document: PlaygroundDocument,
  { prompt, pane }: { prompt: PromptSource; pane?: string },
): PlaygroundDocument {
  if (pane === undefined) return { ...document, prompt };
  return { ...document, panes: changeById(document.panes, pane, (one) => (one.turns ? { ...one, prompt } : one)) };
}

function withValue(variables: Readonly<Record<string, string>>, name: string, value: string | undefined) {
  const { [name]: _changed, ...others } = variables;
  // A variable keeps its position.
  return value === undefined ? others : { ...variables, [name]: value };
}

function unfilled(variables: Readonly<Record<string, string>>, row: TableRow | undefined): Record<string, string> {
  const left = Object.entries(variables).filter(([name]) => !row || cellOfVariable(row, name) === undefined);
  return Object.fromEntries(left);
}

function chooseColumn(
  document: PlaygroundDocument,
  { variable, column }: { variable: string; column: string | null },
): PlaygroundDocument {
  const { variables } = document;
  const row = document.row && withColumn(document.row, variable, column);
  if (!row) return document;
  const isFilled = cellOfVariable(row, variable) !== undefined;
  return { ...document, row, variables: isFilled ? withValue(variables, variable, undefined) : variables };
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
