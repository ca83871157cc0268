import { changeMembers } from "@/lib/json/change-members";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import type { TurnFields } from "@/lib/playground/document";
import { PLACEHOLDER_ROLE } from "@/lib/playground/message";
import { variableNames } from "@/lib/playground/variable-names";
import { haveTypes, readTurn, storedOfTurn, textsOf, turnKey, turnOfStored, writeTurn } from "./prompt-turns";
import { readSettings, writeSettings } from "./settings";
import { findPrompt, hasClass, hasPromptClass, memberOf, type PromptKind, storedPrompt } from "./stored-prompt";
import { isLossless, type VariableFormat } from "./variable-format";

/** A prompt: the turns that are sent, with what is sent beside them. */
export interface Prompt {
  /** A text prompt is one turn whose role is `user`, stored as a StringPrompt; a chat prompt as a MessagesPrompt. */
  kind: PromptKind;
  /** Variables are `{{name}}`, however they are stored; a turn with the role `placeholder` is replaced by other messages. */
  turns: TurnFields[];
  model?: string;
  /** By name, exact JSON text, possibly incomplete while typed; includes `tools` and `response_format`. */
  parameters: Record<string, string>;
  /** The message of the version. */
  description?: string;
}

/** What a program needs to send a stored prompt: where its text or messages are, and how variables are marked. */
export interface StoredForm {
  kind: PromptKind;
  member: string;
  format: VariableFormat;
  variables: string[];
  /** Names of the placeholders, each for a list of messages; undefined if no message has its type beside the role. */
  placeholders?: string[];
  model?: string;
}

/** The form in which a prompt is stored; undefined if the value is none. */
export function storedFormOf(val: JsonText): StoredForm | undefined {
  const found = read(val);
  if (!found) return undefined;
  const { kind, member, format, model, turns, hasTypes } = found;
  const placeholders = turns.flatMap(({ role, name }) => (role === PLACEHOLDER_ROLE && name ? [name] : []));
  return {
    kind,
    member,
    format,
    variables: variableNames(turns),
    ...(hasTypes && { placeholders }),
    ...(model === undefined ? {} : { model }),
  };
}

interface ReadPrompt extends Prompt {
  root: JsonNode;
  format: VariableFormat;
  /** The member that has the text or the messages. */
  member: string;
  /** The text of each message, by the key of its turn. */
  stored: ReadonlyMap<string, string>;
  /** Whether messages have their type beside the role. */
  hasTypes: boolean;
}

/**
 * The prompt in an object's value: of W&B's classes, as Langfuse's prompts are too, or messages with roles in a value
 * without a class. Undefined if it is none.
 */
export function readPrompt(val: JsonText): Prompt | undefined {
  const found = read(val);
  if (!found) return undefined;
  const { kind, turns, model, parameters, description } = found;
  return {
    kind,
    turns,
    ...(model === undefined ? {} : { model }),
    parameters,
    ...(description === undefined ? {} : { description }),
  };
}

function read(val: JsonText): ReadPrompt | undefined {
  const root = JsonNode.parse(val);
  const found = root.kind === "object" ? findPrompt(root) : undefined;
  if (!found?.member || !(hasPromptClass(root) || isPlainPrompt(root))) return undefined;
  const { kind, node, member } = found;
  const messages = kind === "chat" ? [...node.items()] : [];
  const asStored = kind === "text" ? [textTurn(node.string() ?? "")] : messages.map(turnOfStored);
  const format = formatOf(root, asStored);
  const turns = asStored.map((turn) => readTurn(turn, format));
  const description = root.get("description")?.string();
  return {
    root,
    kind,
    member,
    format,
    turns,
    stored: new Map(messages.map((message, index) => [turnKey(turns[index] ?? textTurn("")), message.raw])),
    hasTypes: haveTypes(messages),
    ...readSettings(root.get("config")),
    ...(description === undefined ? {} : { description }),
  };
}

/** A value without a class is a prompt if it has messages with roles; one that has panes too is a saved playground. */
function isPlainPrompt(root: JsonNode): boolean {
  const messages = [...(root.get("messages")?.items() ?? [])];
  const haveRoles = messages.length > 0 && messages.every((message) => message.get("role")?.string() !== undefined);
  return haveRoles && !hasClass(root) && !root.get("panes");
}

function textTurn(content: string): TurnFields {
  return { role: "user", content };
}

/**
 * How the texts mark variables: as `template_format` says, otherwise as they do themselves. W&B's SDKs use `{name}`;
 * prompts with `config` or `tags` were published by Loupe or Langfuse's SDKs, which use `{{name}}`.
 */
function formatOf(root: JsonNode, turns: readonly TurnFields[]): VariableFormat {
  const named = root.get("template_format")?.string();
  const isOthers = root.get("config") !== undefined || root.get("tags") !== undefined || !hasPromptClass(root);
  if (named === undefined ? isOthers || variableNames(turns).length > 0 : named !== "f-string") return "mustache";
  const texts = turns.flatMap(textsOf);
  const formats = ["f-string", "single braces"] as const;
  return formats.find((format) => isLossless(format, texts)) ?? "mustache";
}

/**
 * The prompt as an object's value. With the value that it was read from, everything else in it is kept, and what was
 * not changed keeps its text. Throws an Error with a message for the user if a part is not valid JSON yet.
 */
export function writePrompt(prompt: Prompt, name: string, base?: JsonText): JsonText {
  const before = base && read(base);
  if (!base || !before) return writeNew(prompt, name);
  const written = changed(prompt, base, before, before.format);
  if (isRead(written, prompt)) return written;
  // The texts alone no longer tell how they mark variables.
  const format = before.format === "mustache" ? "mustache" : "f-string";
  const named = new Map([["template_format", JSON.stringify(format)]]);
  return changeMembers(changed(prompt, base, before, format), named);
}

function writeNew(prompt: Prompt, name: string): JsonText {
  return storedPrompt({
    kind: prompt.kind,
    name,
    description: prompt.description ?? null,
    prompt: new JsonText(writeTurns(prompt, { format: "mustache", hasTypes: false })),
    config: writeSettings(prompt, undefined),
    tags: [],
  });
}

function changed(prompt: Prompt, base: JsonText, before: ReadPrompt, format: VariableFormat): JsonText {
  const changes = new Map<string, string | undefined>();
  if (prompt.kind !== before.kind) {
    const fresh = JsonNode.parse(writeNew(prompt, ""));
    for (const member of ["_type", "_class_name", "_bases"]) changes.set(member, fresh.get(member)?.raw);
    changes.set(before.member, undefined);
    changes.set(memberOf(prompt.kind), writeTurns(prompt, { format, hasTypes: false }));
  } else if (format !== before.format || !haveSameMessages(prompt.turns, before.turns)) {
    const { stored, hasTypes } = before;
    const known = format === before.format ? { stored } : {};
    changes.set(before.member, writeTurns(prompt, { format, hasTypes, ...known }));
  }
  if (prompt.description !== before.description) changes.set("description", JSON.stringify(prompt.description ?? null));
  const config = before.root.get("config");
  const settings = writeSettings(prompt, config);
  const hasSettings = config?.kind === "object" || settings.text !== "{}";
  if (hasSettings && settings.text !== config?.raw) changes.set("config", settings.text);
  return changes.size === 0 ? base : changeMembers(base, changes);
}

type Form = Pick<ReadPrompt, "format" | "hasTypes"> & Partial<Pick<ReadPrompt, "stored">>;

function writeTurns({ kind, turns }: Prompt, { format, hasTypes, stored }: Form): string {
  if (kind === "chat") {
    const write = (turn: TurnFields, index: number) => storedOfTurn(writeTurn(turn, format), index, hasTypes);
    return `[${turns.map((turn, index) => stored?.get(turnKey(turn)) ?? write(turn, index)).join(",")}]`;
  }
  const [turn, ...more] = turns;
  if (!turn || more.length > 0 || turn.contentIsJson)
    throw new Error("A text prompt is a single text. Save several messages as a chat prompt.");
  return JSON.stringify(writeTurn(turn, format).content);
}

/** Whether the value contains this prompt's texts, except for spaces within the braces of variables. */
function isRead(val: JsonText, { kind, turns }: Prompt): boolean {
  const found = read(val);
  const texts = (list: readonly TurnFields[]) => list.flatMap((turn) => textsOf(writeTurn(turn, "f-string")));
  return found?.kind === kind && JSON.stringify(texts(found.turns)) === JSON.stringify(texts(turns));
}

function haveSameMessages(a: readonly TurnFields[], b: readonly TurnFields[]): boolean {
  return a.length === b.length && a.every((turn, index) => turnKey(turn) === turnKey(b[index] ?? textTurn("")));
}

/** The names of the variables in a prompt, in the order of first occurrence. */
export function variablesOf({ turns }: Prompt): string[] {
  return variableNames(turns);
}
