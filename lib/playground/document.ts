import * as z from "zod";
import { panePrefix } from "./prefix";
import { tableRow } from "./table-row";

/** Maximum number of panes side by side. */
export const MAX_PANES = 4;

export const TURN_ROLES = ["system", "user", "assistant", "tool"] as const;

export const saidBy = z.object({
  model: z.string(),
  server: z.string().optional(),
  /** Whether it was edited since. */
  isEdited: z.boolean().optional(),
});

const turnFields = z.object({
  /** As sent: one of `TURN_ROLES`, or any other role from a trace. */
  role: z.string(),
  /** The text, or with `contentIsJson` the exact JSON of parts or null; empty JSON means no content. */
  content: z.string(),
  contentIsJson: z.boolean().optional(),
  name: z.string().optional(),
  toolCallId: z.string().optional(),
  /** Exact JSON of the list. */
  toolCalls: z.string().optional(),
  /** Exact JSON of an object: members without a field here, such as `reasoning_content`. */
  extra: z.string().optional(),
  /** The model that gave this answer; never sent. */
  saidBy: saidBy.optional(),
});
/** The content of one turn as typed, so JSON may be incomplete. */
export type TurnFields = z.infer<typeof turnFields>;

const turn = turnFields.extend({ id: z.string() });
/** One message of the conversation. */
export type Turn = z.infer<typeof turn>;

export const promptSource = z.object({ name: z.string(), digest: z.string(), version: z.int().nonnegative() });
/** The version of a prompt that turns were opened from, or last saved as. */
export type PromptSource = z.infer<typeof promptSource>;

const pane = z.object({
  id: z.string(),
  model: z.string(),
  /** Its own turns; without them it answers the shared conversation. */
  turns: z.array(turn).optional(),
  /** Where its own turns come from. */
  prompt: promptSource.optional(),
  /** The request without model and messages: by name, exact JSON text, possibly incomplete while typed. */
  parameters: z.record(z.string(), z.string()),
  /** What its next answer begins with, as long as the pane has the model that this was forked from. */
  prefix: panePrefix.optional(),
});
/** One model with its parameters, and with its own turns if it has a prompt of its own. Only parameters that differ from the model's defaults are included. */
export type Pane = z.infer<typeof pane>;

export const playgroundDocument = z.object({
  /** The shared conversation. */
  turns: z.array(turn),
  /** Where the shared conversation comes from. */
  prompt: promptSource.optional(),
  panes: z.array(pane).min(1).max(MAX_PANES),
  /** Typed values of `{{name}}` in the turns; they take precedence over those in the row. */
  variables: z.record(z.string(), z.string()),
  /** The table row that fills variables. */
  row: tableRow.optional(),
  /** The number in the last id that was assigned. */
  lastId: z.int().nonnegative(),
});
/** The user's input in the playground: a shared conversation, and panes that answer it or their own prompts. */
export type PlaygroundDocument = z.infer<typeof playgroundDocument>;

/** Parameters of a new pane: a streamed answer, with its usage. */
export const STREAMED = { stream: "true", stream_options: '{"include_usage":true}' };

/** Names of the parameters that a new pane does not have, or has with another value. */
export function changedParameters(parameters: Readonly<Record<string, string>>): string[] {
  const initial: Readonly<Record<string, string>> = STREAMED;
  return Object.keys(parameters).filter((name) => initial[name] !== parameters[name]);
}

export interface DocumentParts extends Pick<PlaygroundDocument, "prompt" | "row"> {
  turns: readonly TurnFields[];
  panes: readonly (Omit<Pane, "id" | "turns"> & { turns?: readonly TurnFields[] })[];
  variables?: Readonly<Record<string, string>>;
}

/** A document of these parts, with ids; at least one turn and one pane, at most `MAX_PANES`. */
export function makeDocument({ turns, panes, variables = {}, prompt, row }: DocumentParts): PlaygroundDocument {
  let lastId = 0;
  const nextId = () => String((lastId += 1));
  const withIds = (list: readonly TurnFields[]) => list.map((fields) => ({ ...fields, id: nextId() }));
  const given = turns.length > 0 ? turns : [{ role: "user", content: "" }];
  const answering: DocumentParts["panes"] =
    panes.length > 0 ? panes.slice(0, MAX_PANES) : [{ model: "", parameters: STREAMED }];
  return {
    turns: withIds(given),
    ...(prompt && { prompt }),
    panes: answering.map(({ turns: own, ...fields }) => ({
      ...fields,
      id: nextId(),
      ...(own && { turns: withIds(own) }),
    })),
    variables: { ...variables },
    ...(row && { row }),
    lastId,
  };
}

/** An empty playground: a system and a user turn to fill in, and a streaming pane for each model, at least one. */
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
export function isUntouched({ turns, panes, variables, row }: PlaygroundDocument): boolean {
  const isEmpty = turns.every(({ content, toolCalls, extra }) => content === "" && !toolCalls && !extra);
  const [first, ...more] = panes;
  const isPlain =
    first !== undefined && more.length === 0 && !first.turns && sameParameters(first.parameters, STREAMED);
  return isEmpty && isPlain && !row && Object.keys(variables).length === 0;
}

/** Whether the requests of two panes differ only in their models. */
export function sameParameters(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
