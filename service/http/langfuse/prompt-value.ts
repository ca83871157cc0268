import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import type { langfusePrompt, langfusePromptCreateRequest } from "@/lib/contract/langfuse";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionNumber } from "@/lib/contract/version-name";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { findPrompt, storedPrompt } from "@/lib/prompt/stored-prompt";

type Prompt = z.output<typeof langfusePrompt>;
type NewPrompt = Omit<z.output<typeof langfusePromptCreateRequest>, "labels">;

const EMPTY_OBJECT = new JsonText("{}");
const EMPTY_LIST = new JsonText("[]");

/** A prompt as the value of an object. Throws `invalid` if the prompt is not of its type. */
export function toPromptValue({ name, type, prompt, config, tags, commitMessage }: NewPrompt): JsonText {
  const isChat = type === "chat";
  if (prompt.kind !== (isChat ? "array" : "string")) {
    const message = isChat ? "must be a list of messages" : "must be a string";
    throw new AppError("invalid", `prompt: ${message}`, { errors: [{ path: "prompt", message }] });
  }
  return storedPrompt({
    kind: isChat ? "chat" : "text",
    name,
    description: commitMessage ?? null,
    prompt,
    config: config ?? EMPTY_OBJECT,
    tags: tags ?? [],
  });
}

/**
 * An object as a prompt for Langfuse's SDKs: a value that is or has a text or messages, of whichever class. Undefined
 * for any other value.
 */
export function toPrompt(version: ObjectVersion, labels: string[]): Prompt | undefined {
  const value = JsonNode.parse(version.val);
  const prompt = findPrompt(value);
  if (!prompt) return undefined;
  const member = (field: string) => {
    const found = value.get(field);
    return found && new JsonText(found.raw);
  };
  return {
    id: version.digest,
    type: prompt.kind,
    name: version.object_id,
    version: versionNumber(version.version_index),
    prompt: new JsonText(prompt.node.raw),
    config: member("config") ?? EMPTY_OBJECT,
    labels,
    tags: member("tags") ?? EMPTY_LIST,
    commitMessage: value.get("description")?.string() ?? null,
    resolutionGraph: null,
    createdAt: version.created_at,
    updatedAt: version.created_at,
  };
}
