import { JsonNode } from "@/lib/json/node";
import { type JsonText, toJsonText } from "@/lib/json/text";

export type PromptKind = "text" | "chat";

const CLASSES = { text: "StringPrompt", chat: "MessagesPrompt" } as const;
const BASES = ["Prompt", "Object", "BaseModel"];
/** The classes that W&B's SDKs give a prompt. */
export const PROMPT_CLASSES: readonly string[] = ["Prompt", ...Object.values(CLASSES)];
const MEMBERS = ["content", "messages", "prompt"] as const;

/** The text or the messages of a prompt, and the member that has them; without one, it is the value itself. */
export interface StoredPrompt {
  kind: PromptKind;
  node: JsonNode;
  member?: (typeof MEMBERS)[number];
}

/** A value that is a text or messages, or has them in a member; undefined for any other value. */
export function findPrompt(value: JsonNode): StoredPrompt | undefined {
  for (const member of MEMBERS) {
    const node = value.get(member);
    const kind = node && kindOf(node);
    if (kind) return { kind, node, member };
  }
  const kind = kindOf(value);
  return kind && { kind, node: value };
}

function kindOf(node: JsonNode): PromptKind | undefined {
  if (node.kind === "string") return "text";
  return node.kind === "array" && [...node.items()].every((item) => item.kind === "object") ? "chat" : undefined;
}

/** Whether the value is of the class that W&B's SDKs give a prompt, or of one based on it. */
export function hasPromptClass(value: JsonNode): boolean {
  return classesOf(value).some((name) => PROMPT_CLASSES.includes(name));
}

export function hasClass(value: JsonNode): boolean {
  return classesOf(value).length > 0;
}

function classesOf(value: JsonNode): string[] {
  const names = [value.get("_type"), value.get("_class_name"), ...(value.get("_bases")?.items() ?? [])];
  return names.flatMap((node) => node?.string() ?? []);
}

interface PromptParts {
  kind: PromptKind;
  name: string;
  /** The message of the version. */
  description: string | null;
  /** A string, or messages. */
  prompt: JsonText;
  /** Settings of the model, as Langfuse's SDKs keep them. */
  config: JsonText;
  tags: readonly string[];
}

/** A prompt as an object of the class that W&B's SDKs give a prompt, so that it is a prompt everywhere. */
export function storedPrompt({ kind, name, description, prompt, config, tags }: PromptParts): JsonText {
  const className = CLASSES[kind];
  return toJsonText({
    _type: className,
    _class_name: className,
    _bases: BASES,
    name,
    description,
    [memberOf(kind)]: prompt,
    config,
    tags,
  });
}

/** The member of such an object that has the text or the messages. */
export function memberOf(kind: PromptKind): "content" | "messages" {
  return kind === "chat" ? "messages" : "content";
}
