import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Pane } from "./document";

const prefixPart = z.object({
  text: z.string(),
  /** A token that the user selected instead of the model's own. */
  isForced: z.boolean().optional(),
});
/** A part of the beginning that an answer was given, in order. */
export type PrefixPart = z.infer<typeof prefixPart>;

/** The beginning of a pane's answer, and the model whose answer it was forked from. */
export const panePrefix = z.object({ model: z.string(), parts: z.array(prefixPart) });
/** The schema of a part when it is read back. */
export const prefixParts = z.array(prefixPart);

const noParts: readonly PrefixPart[] = [];

/** What a pane's next answer begins with: a fork applies only to the model that it was made from. */
export function prefixOf({ model, prefix }: Pick<Pane, "model" | "prefix">): readonly PrefixPart[] {
  return prefix?.model === model ? prefix.parts : noParts;
}

export function prefixText(parts: readonly PrefixPart[]): string {
  return parts.map(({ text }) => text).join("");
}

interface Fork {
  /** The beginning of the forked answer. */
  prefix: readonly PrefixPart[];
  /** The forked answer's own tokens up to the fork. */
  before: string;
  /** The token that replaces the next one. */
  token: string;
}

/** The beginning of a forked answer. */
export function forkAt({ prefix, before, token }: Fork): PrefixPart[] {
  const own = before === "" ? [] : [{ text: before }];
  return [...prefix, ...own, { text: token, isForced: true }];
}

/** The beginning that a request asks its model to continue; nothing if the request does not continue one. */
export function prefixOfBody(body: JsonText): readonly PrefixPart[] {
  const root = JsonNode.parse(body);
  if (root.get("continue_final_message")?.boolean() !== true) return noParts;
  const last = [...(root.get("messages")?.items() ?? [])].at(-1);
  const text = last?.get("role")?.string() === "assistant" ? last.get("content")?.string() : undefined;
  return text === undefined || text === "" ? noParts : [{ text }];
}

/** The part of an answer after its prefix: a server that was asked to echo returns the prefix with it. */
export function continuationOf(content: string, prefix: readonly PrefixPart[], isEchoed: boolean): string {
  const beginning = prefixText(prefix);
  return isEchoed && content.startsWith(beginning) ? content.slice(beginning.length) : content;
}
