import * as z from "zod";
import { panePrefix } from "./prefix";

/** Panes side by side at most. */
export const MAX_PANES = 4;

export const TURN_ROLES = ["system", "user", "assistant", "tool"] as const;

export const saidBy = z.object({
  model: z.string(),
  server: z.string().optional(),
  /** Whether it was changed by hand since. */
  isEdited: z.boolean().optional(),
});

const turnFields = z.object({
  /** As sent: one of `TURN_ROLES`, or any other that a trace brought along. */
  role: z.string(),
  /** The text, or with `contentIsJson` the exact JSON of parts or null; empty JSON is no content at all. */
  content: z.string(),
  contentIsJson: z.boolean().optional(),
  name: z.string().optional(),
  toolCallId: z.string().optional(),
  /** Exact JSON of the list. */
  toolCalls: z.string().optional(),
  /** Exact JSON of an object: members that have no field here, as `reasoning_content`. */
  extra: z.string().optional(),
  /** The model whose answer this turn was; never sent. */
  saidBy: saidBy.optional(),
});
/** What a person writes in one turn; texts may be half typed, so JSON need not be JSON yet. */
export type TurnFields = z.infer<typeof turnFields>;

const turn = turnFields.extend({ id: z.string() });
/** One message of the conversation. */
export type Turn = z.infer<typeof turn>;

const pane = z.object({
  id: z.string(),
  model: z.string(),
  /** What is sent in addition to model and messages: by name, exact JSON text, or what is being typed of it. */
  parameters: z.record(z.string(), z.string()),
  /** What its next answer begins with, while it has the model that this was forked from. */
  prefix: panePrefix.optional(),
});
/** One model with its parameters. Only what was changed from the model's own default is in it. */
export type Pane = z.infer<typeof pane>;

export const playgroundDocument = z.object({
  turns: z.array(turn),
  panes: z.array(pane).min(1).max(MAX_PANES),
  /** Values of `{{name}}` in the turns. */
  variables: z.record(z.string(), z.string()),
  /** The number in the last id given. */
  lastId: z.int().nonnegative(),
});
/** All that a person edits in the playground: one conversation, and the panes that answer it. */
export type PlaygroundDocument = z.infer<typeof playgroundDocument>;

/** What a new pane sends in addition to the conversation: an answer that streams, with its usage. */
export const STREAMED = { stream: "true", stream_options: '{"include_usage":true}' };

export interface DocumentParts {
  turns: readonly TurnFields[];
  panes: readonly Omit<Pane, "id">[];
  variables?: Readonly<Record<string, string>>;
}

/** A document of these parts, with ids; at least one turn and one pane, at most `MAX_PANES`. */
export function makeDocument({ turns, panes, variables = {} }: DocumentParts): PlaygroundDocument {
  let lastId = 0;
  const nextId = () => String((lastId += 1));
  const given = turns.length > 0 ? turns : [{ role: "user", content: "" }];
  const answering = panes.length > 0 ? panes.slice(0, MAX_PANES) : [{ model: "", parameters: STREAMED }];
  return {
    turns: given.map((fields) => ({ ...fields, id: nextId() })),
    panes: answering.map((fields) => ({ ...fields, id: nextId() })),
    variables: { ...variables },
    lastId,
  };
}

/** An empty playground: a system and a user turn to fill in, and a pane that streams for each model, at least one. */
export function emptyDocument(models: readonly string[] = []): PlaygroundDocument {
  return makeDocument({
    turns: [
      { role: "system", content: "" },
      { role: "user", content: "" },
    ],
    panes: models.map((model) => ({ model, parameters: STREAMED })),
  });
}

/** Whether nothing has been written yet, so that replacing it loses nothing. */
export function isUntouched({ turns, panes, variables }: PlaygroundDocument): boolean {
  const isEmpty = turns.every(({ content, toolCalls, extra }) => content === "" && !toolCalls && !extra);
  const [first, ...more] = panes;
  const isPlain = first !== undefined && more.length === 0 && sameParameters(first.parameters, STREAMED);
  return isEmpty && isPlain && Object.keys(variables).length === 0;
}

/** Whether two panes send the same apart from their models. */
export function sameParameters(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
