import { ApiError } from "@/lib/client/api-error";
import type { Connection } from "@/lib/contract/connections";
import { counted, formatCount } from "@/lib/format/number";

import { presetOf, sentenceOf } from "./server-draft";

/** How a server is changed that is not stored. */
export const FIXED_WORDS = {
  environment: "It is fixed by LOUPE_UPSTREAMS. To change it, change that setting and restart the service.",
  detected: "It was found on the service's machine. To set a limit, projects or a key, add it with its settings.",
} as const;

/** The name of a server's provider. */
export function providerWords({ provider }: Pick<Connection, "provider">): string {
  return presetOf(provider)?.title ?? provider;
}

/** Identifies a server in the list and in the address. */
export function serverKey({ id, source, name }: Pick<Connection, "id" | "source" | "name">): string {
  return id ?? `${source}:${name}`;
}

/** `All`, or the patterns of the projects. */
export function projectsWords({ projects }: Pick<Connection, "projects">): string {
  return projects.includes("*") ? "All" : projects.join(", ");
}

/** `ends with 6789`. */
export function keyWords({ has_key, key_end }: Pick<Connection, "has_key" | "key_end">): string {
  if (!has_key) return "none";
  return key_end === undefined ? "set" : `ends with ${key_end}`;
}

/** How many models can be used now. */
export function modelsWords({ responds, model_count, models }: Connection): string {
  if (responds === true) return formatCount(model_count);
  return models ? formatCount(models.length) : formatCount(undefined);
}

export type ServerTone = "success" | "error" | "neutral";

/** Whether a server can be used, in a word and with why not. */
export function stateOf({ problem, responds, model_count, models }: Connection): {
  tone: ServerTone;
  word: string;
  reason?: string;
} {
  if (problem !== undefined) return { tone: "error", word: "Cannot be used", reason: problem };
  if (responds === undefined) return { tone: "neutral", word: "Not checked yet" };
  if (!responds)
    return {
      tone: "error",
      word: "Does not respond",
      reason: "It did not list its models when last asked. Test it to see why.",
    };
  if (model_count === 0 && !models)
    return { tone: "neutral", word: "No models", reason: "It responds, but has no models." };
  return { tone: "success", word: "Responds" };
}

/** `talker, reasoner and 3 more models`. */
export function someModels(models: readonly string[], count: number): string {
  const shown = models.slice(0, 8);
  const rest = count - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${counted(rest, "more model")}` : shown.join(", ");
}

/** Why a request failed: about which fields, if the service says so. */
export function errorWords(error: Error): string {
  return error instanceof ApiError && error.errors.length > 0 ? sentenceOf(error.errors) : error.message;
}
