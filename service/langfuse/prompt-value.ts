import type { z } from "zod";
import { AppError } from "@/lib/contract/app-error";
import type { langfusePrompt, langfusePromptCreateRequest } from "@/lib/contract/langfuse";
import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";

type Prompt = z.output<typeof langfusePrompt>;
type NewPrompt = Omit<z.output<typeof langfusePromptCreateRequest>, "labels">;

const BASES = ["Prompt", "Object", "BaseModel"];
const EMPTY_OBJECT = new JsonText("{}");
const EMPTY_LIST = new JsonText("[]");

/**
 * A prompt as an object of the class that W&B's SDKs give a prompt, so that it is a prompt everywhere. Throws `invalid`
 * if the prompt is not of its type.
 */
export function toPromptValue({ name, type, prompt, config, tags, commitMessage }: NewPrompt): JsonText {
  const isChat = type === "chat";
  if (prompt.kind !== (isChat ? "array" : "string")) {
    const message = isChat ? "must be a list of messages" : "must be a string";
    throw new AppError("invalid", `prompt: ${message}`, { errors: [{ path: "prompt", message }] });
  }
  const className = isChat ? "MessagesPrompt" : "StringPrompt";
  return toJsonText({
    _type: className,
    _class_name: className,
    _bases: BASES,
    name,
    description: commitMessage ?? null,
    [isChat ? "messages" : "content"]: prompt,
    config: config ?? EMPTY_OBJECT,
    tags: tags ?? [],
  });
}

/**
 * An object as a prompt for Langfuse's SDKs: one of the classes above, or a value that is or has a text or messages.
 * Undefined for any other value. Langfuse counts versions from 1.
 */
export function toPrompt(version: ObjectVersion, labels: string[]): Prompt | undefined {
  const value = JsonNode.parse(version.val);
  const prompt = ["content", "messages", "prompt"].map((field) => value.get(field)).find(isPrompt) ?? value;
  if (!isPrompt(prompt)) return undefined;
  const member = (field: string) => {
    const found = value.get(field);
    return found && new JsonText(found.raw);
  };
  return {
    id: version.digest,
    type: prompt.kind === "string" ? "text" : "chat",
    name: version.object_id,
    version: version.version_index + 1,
    prompt: new JsonText(prompt.raw),
    config: member("config") ?? EMPTY_OBJECT,
    labels,
    tags: member("tags") ?? EMPTY_LIST,
    commitMessage: value.get("description")?.string() ?? null,
    resolutionGraph: null,
    createdAt: version.created_at,
    updatedAt: version.created_at,
  };
}

function isPrompt(node: JsonNode | undefined): node is JsonNode {
  if (node?.kind === "string") return true;
  return node?.kind === "array" && [...node.items()].every((item) => item.kind === "object");
}
