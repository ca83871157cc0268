import { versionIndex, versionNumber } from "./version-name";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";

import { equals } from "./conditions";
import type { Expression } from "./expression";

/**
 * Where a call has the prompt that Langfuse's SDKs linked it to (`langfuse.observation.prompt.name`, `.version`). The
 * version is its number, as people see it.
 */
export const LINKED_PROMPT = {
  name: "attributes.metadata.prompt_name",
  version: "attributes.metadata.prompt_version",
} as const;

/** Calls that are linked to a prompt: to any version, or to that of an index. */
export function linkedTo(name: string, index: number | undefined): Expression {
  const isNamed = equals(LINKED_PROMPT.name, name);
  return index === undefined ? isNamed : { $and: [isNamed, equals(LINKED_PROMPT.version, versionNumber(index))] };
}

/** The version that a call's attributes link it to, as refs write it, `v<index>`; undefined unless it is one of this prompt. */
export function linkedVersion(attributes: JsonText | undefined, name: string): string | undefined {
  const metadata = attributes && JsonNode.parse(attributes).get("metadata");
  const version = metadata?.get("prompt_version")?.number();
  return version === undefined || metadata?.get("prompt_name")?.string() !== name
    ? undefined
    : `v${versionIndex(version)}`;
}
