import { alignMessages } from "@/lib/chat/align-messages";
import { prettyText } from "@/lib/json/pretty";
import type { ChatMessage, Conversation } from "./conversation";
import { messageBlocks } from "./log-blocks";
import { messageMeaning } from "./message-history";
import type { ModelParameter } from "./model-parameters";
import type { ToolDefinition } from "./tool-definitions";

/** The request of a model call as a chat. */
export interface Prompt extends Conversation {
  tools: ReadonlyMap<string, ToolDefinition>;
  parameters: readonly ModelParameter[];
}

/** How a prompt differs from that of an earlier call. */
export interface RequestChanges {
  /** Messages. */
  added: number;
  changed: number;
  removed: number;
  /** Tools and parameters that were added, changed or removed. */
  tools: number;
  parameters: number;
  /** The earlier prompt as a text, with its answer if the later prompt repeats it. */
  before: () => string;
  after: () => string;
}

/**
 * What changed from the prompt of one model call to that of a later one. An answer that the later prompt repeats is part
 * of the earlier prompt. Of the messages between two that both prompts have, those of one role in the same order are
 * changed; the rest is added or removed.
 */
export function requestChanges(earlier: Prompt, later: Prompt): RequestChanges {
  const answered = earlier.output.map((answer) => [...earlier.input, answer]);
  const baselines = [earlier.input, ...answered].map((messages) => ({
    messages,
    counts: countChanges(messages, later.input),
  }));
  // Of equally good ones, the prompt with an answer, which the later prompt has in other words.
  const best = baselines.reduce((least, one) => (total(one.counts) <= total(least.counts) ? one : least));
  return {
    ...best.counts,
    tools: differing(
      new Map([...earlier.tools].map(([name, { json }]) => [name, definitionText(json)])),
      new Map([...later.tools].map(([name, { json }]) => [name, definitionText(json)])),
    ),
    parameters: differing(valuesOf(earlier.parameters), valuesOf(later.parameters)),
    before: () => promptText(best.messages, earlier),
    after: () => promptText(later.input, later),
  };
}

type Counts = Pick<RequestChanges, "added" | "changed" | "removed">;

const total = ({ added, changed, removed }: Counts) => added + changed + removed;

function countChanges(before: readonly ChatMessage[], after: readonly ChatMessage[]): Counts {
  const counts: Counts = { added: 0, changed: 0, removed: 0 };
  for (const [from, to] of alignMessages(before, after, messageMeaning)) {
    if (!from) counts.added += 1;
    else if (!to) counts.removed += 1;
    else if (messageMeaning(from) !== messageMeaning(to)) counts.changed += 1;
  }
  return counts;
}

const valuesOf = (parameters: readonly ModelParameter[]) => new Map(parameters.map(({ name, value }) => [name, value]));

/** The number of names that do not have the same value in both. */
function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
    .length;
}

const definitionText = (json: string) => prettyText(json) ?? json;

function promptText(messages: readonly ChatMessage[], { tools, parameters }: Prompt): string {
  const texts = messages.flatMap(messageBlocks).map(({ label, name, text }) => {
    return `${[label, name].filter(Boolean).join(" ")}:\n${text.trim()}`;
  });
  for (const { name, json } of tools.values()) texts.push(`offered tool ${name}:\n${definitionText(json)}`);
  if (parameters.length > 0)
    texts.push(`parameters:\n${parameters.map(({ name, value }) => `${name}: ${value}`).join("\n")}`);
  return texts.join("\n\n");
}
