import * as z from "zod";

import { storedJson } from "@/components/ui/safe-storage";
import { makeDocument, playgroundDocument, type TurnFields } from "@/lib/playground/document";
import { PLACEHOLDER_ROLE } from "@/lib/playground/message";
import type { Prompt } from "@/lib/prompt/prompt";

const promptContent = z.object({
  kind: z.enum(["text", "chat"]),
  /** The messages, and one pane with the settings. */
  document: playgroundDocument,
  /** The message of the version. */
  message: z.string(),
  /** The name of a new prompt; empty for a version of a known one. */
  name: z.string(),
  /** The digest of the version that the next one replaces as the latest. */
  replaces: z.string().optional(),
});
/** A prompt that is being edited. */
export type PromptContent = z.infer<typeof promptContent>;

/** A draft as it was stored; undefined if it is none. */
export function readContent(text: string): PromptContent | undefined {
  return promptContent.safeParse(storedJson(text)).data;
}

/** The next version of a prompt, as it begins: the same without a message. */
export function contentOf(
  { kind, turns, model = "", parameters }: Prompt,
  replaces: string | undefined,
): PromptContent {
  const document = makeDocument({ turns, panes: [{ model, parameters }] });
  return { kind, document, message: "", name: "", ...(replaces === undefined ? {} : { replaces }) };
}

/** A new chat prompt. */
export function emptyContent(): PromptContent {
  return contentOf({ kind: "chat", turns: chatTurns(""), parameters: {} }, undefined);
}

/** The messages that a chat prompt begins with. */
function chatTurns(text: string): TurnFields[] {
  return [
    { role: "system", content: "" },
    { role: "user", content: text },
  ];
}

/** A new prompt of the other kind, with the same text; or why its messages cannot be a text. */
export function withKind(
  content: PromptContent,
  kind: PromptContent["kind"],
): { content: PromptContent } | { problem: string } {
  const { turns, panes } = content.document;
  const written = turns.filter(isWritten);
  if (kind === "text" && written.length > 1)
    return { problem: "A text prompt has only one message: remove the others first" };
  if (kind === "text" && !written.every(isPlain))
    return { problem: "A text prompt has only text: remove the other parts of the message first" };
  const text = written[0]?.content ?? "";
  const next = kind === "text" ? [{ role: "user", content: text }] : chatTurns(text);
  return { content: { ...content, kind, document: makeDocument({ turns: next, panes }) } };
}

/** The prompt that is saved. A text prompt has one message. */
export function promptOf({ kind, document: { turns, panes }, message }: PromptContent): Prompt {
  const [pane] = panes;
  const description = message.trim();
  return {
    kind,
    turns: kind === "text" ? [{ role: "user", content: turns[0]?.content ?? "" }] : turns,
    ...(pane && pane.model !== "" ? { model: pane.model } : {}),
    parameters: pane?.parameters ?? {},
    ...(description === "" ? {} : { description }),
  };
}

/** Without the empty messages that a new prompt begins with. */
export function withoutEmpty(prompt: Prompt): Prompt {
  return { ...prompt, turns: prompt.turns.filter(isWritten) };
}

function isWritten({ content, toolCalls, extra }: TurnFields): boolean {
  return content !== "" || toolCalls !== undefined || extra !== undefined;
}

function isPlain({ role, contentIsJson, name, toolCallId, toolCalls, extra }: TurnFields): boolean {
  return role !== PLACEHOLDER_ROLE && !contentIsJson && !name && !toolCallId && !toolCalls && !extra;
}
