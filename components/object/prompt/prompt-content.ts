import * as z from "zod";

import { storedJson } from "@/components/ui/safe-storage";
import { makeDocument, playgroundDocument } from "@/lib/playground/document";
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
  const turns = ["system", "user"].map((role) => ({ role, content: "" }));
  return contentOf({ kind: "chat", turns, parameters: {} }, undefined);
}

/** The prompt that is saved. A text prompt has the first message only. */
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
  return {
    ...prompt,
    turns: prompt.turns.filter(({ content, toolCalls, extra }) => content !== "" || toolCalls || extra),
  };
}
