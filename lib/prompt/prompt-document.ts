import {
  makeDocument,
  type Pane,
  type PlaygroundDocument,
  type PromptSource,
  STREAMED,
  type TurnFields,
} from "@/lib/playground/document";
import { isSent } from "@/lib/playground/request-body";
import type { Prompt } from "./prompt";
import { turnKey } from "./prompt-turns";

/** A prompt, and the version that it is. */
export interface PromptVersion {
  source: PromptSource;
  prompt: Prompt;
}

/** A playground whose shared conversation is a prompt, with a pane for its model, or for `model` if it names none. */
export function documentOfPrompt({ prompt, source }: PromptVersion, model: string): PlaygroundDocument {
  return makeDocument({
    turns: prompt.turns,
    prompt: source,
    panes: [{ model: prompt.model ?? model, parameters: { ...STREAMED, ...prompt.parameters } }],
  });
}

/** The settings of a pane that gets its own prompt: those of the prompt, or the model or parameters that the pane has where the prompt names none. */
export function settingsFor(
  pane: Pane,
  { prompt, source }: PromptVersion,
): Pick<Pane, "model" | "parameters" | "prompt"> {
  const hasParameters = Object.keys(prompt.parameters).length > 0;
  return {
    model: prompt.model ?? pane.model,
    parameters: hasParameters ? { ...STREAMED, ...prompt.parameters } : pane.parameters,
    prompt: source,
  };
}

/** What is saved of turns and of a pane's settings; `base` is the version that they come from. */
export interface SavedPrompt {
  turns: readonly TurnFields[];
  /** Undefined for the settings of the base, or none. */
  settings: Pick<Pane, "model" | "parameters"> | undefined;
  /** The message of the version. */
  description: string;
  base: Prompt | undefined;
}

/**
 * The prompt to save. Empty system turns are left out, as in a request, and parameters that every new pane has. It stays
 * a text prompt if it was one and still is a single text.
 */
export function promptToSave({ turns, settings, description, base }: SavedPrompt): Prompt {
  const sent = turns.filter(isSent);
  const [only, ...more] = sent;
  const isText = base?.kind === "text" && only?.role === "user" && more.length === 0 && isPlain(only);
  const model = settings ? settings.model : base?.model;
  return {
    kind: isText ? "text" : "chat",
    turns: sent,
    ...(model ? { model } : {}),
    parameters: settings ? ownParameters(settings.parameters, base) : { ...base?.parameters },
    ...(description === "" ? {} : { description }),
  };
}

function isPlain({ contentIsJson, name, toolCallId, toolCalls, extra }: TurnFields): boolean {
  return !contentIsJson && [name, toolCallId, toolCalls, extra].every((field) => field === undefined);
}

function ownParameters(parameters: Readonly<Record<string, string>>, base: Prompt | undefined): Record<string, string> {
  const initial: Readonly<Record<string, string>> = STREAMED;
  const own = Object.entries(parameters).filter(
    ([name, text]) => initial[name] !== text || (base && Object.hasOwn(base.parameters, name)),
  );
  return Object.fromEntries(own);
}

/** Whether turns are those of a prompt. */
export function hasTurnsOf(turns: readonly TurnFields[], prompt: Prompt): boolean {
  return keysOf(turns).join() === keysOf(prompt.turns).join();
}

/** Whether turns are those of a prompt, or continue them. */
export function beginsWithPrompt(turns: readonly TurnFields[], prompt: Prompt): boolean {
  const keys = keysOf(prompt.turns);
  return keysOf(turns).slice(0, keys.length).join() === keys.join();
}

const keysOf = (turns: readonly TurnFields[]): string[] => turns.filter(isSent).map(turnKey);
