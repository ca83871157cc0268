import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import type { Pane } from "./document";

const prefixPart = z.object({
  text: z.string(),
  /** A token that was chosen by hand instead of the model's own. */
  isForced: z.boolean().optional(),
});
/** A piece of the beginning that an answer was given, in its order. */
export type PrefixPart = z.infer<typeof prefixPart>;

/** The beginning of a pane's answer, and the model whose answer it was forked from. */
export const panePrefix = z.object({ model: z.string(), parts: z.array(prefixPart) });
/** Where a run is read back, it is read by this. */
export const prefixParts = z.array(prefixPart);

const noParts: readonly PrefixPart[] = [];

/** What a pane's next answer begins with: a fork belongs to the model that it was made of, and to no other. */
export function prefixOf({ model, prefix }: Pick<Pane, "model" | "prefix">): readonly PrefixPart[] {
  return prefix?.model === model ? prefix.parts : noParts;
}

export function prefixText(parts: readonly PrefixPart[]): string {
  return parts.map(({ text }) => text).join("");
}

interface Fork {
  /** What the answer that is forked began with. */
  prefix: readonly PrefixPart[];
  /** Its own tokens up to the fork. */
  before: string;
  /** The token that takes the place of the next. */
  token: string;
}

/** The beginning of a forked answer. */
export function forkAt({ prefix, before, token }: Fork): PrefixPart[] {
  const own = before === "" ? [] : [{ text: before }];
  return [...prefix, ...own, { text: token, isForced: true }];
}

/** The beginning that a request asks its model to continue; nothing where it asks for an answer of its own. */
export function prefixOfBody(body: JsonText): readonly PrefixPart[] {
  const root = JsonNode.parse(body);
  if (root.get("continue_final_message")?.boolean() !== true) return noParts;
  const last = [...(root.get("messages")?.items() ?? [])].at(-1);
  const text = last?.get("role")?.string() === "assistant" ? last.get("content")?.string() : undefined;
  return text === undefined || text === "" ? noParts : [{ text }];
}

/** What an answer added to its prefix: a server that was asked to echo sends the prefix back with it. */
export function continuationOf(content: string, prefix: readonly PrefixPart[], isEchoed: boolean): string {
  const given = prefixText(prefix);
  return isEchoed && content.startsWith(given) ? content.slice(given.length) : content;
}
