import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { JsonNode } from "@/lib/json/node";
import { prettyJson } from "@/lib/json/pretty";
import { readPrompt } from "@/lib/prompt/prompt";
import { CommandError } from "./exit-status";

export type PromptFormat = "json" | "md";
type PromptVersion = Pick<ObjectVersion, "object_id" | "version_index" | "digest" | "val">;

/** A file name for any name of a prompt: characters other than letters, digits, `_`, `-` and inner dots are encoded. */
export function promptFileName(name: string, format: PromptFormat): string {
  const encoded = encodeURIComponent(name).replaceAll(/[!'()*~]|^\./g, hexOf);
  return `${encoded}.${format}`;
}

function hexOf(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A version of a prompt as a file, always the same for the same version. Throws for a value that is no prompt. */
export function promptFile(version: PromptVersion, format: PromptFormat): string {
  return format === "json" ? jsonFile(version) : markdownFile(version);
}

/** With the whole value, every number as it was sent. */
function jsonFile({ object_id: name, version_index: index, digest, val }: PromptVersion): string {
  const indent = "  ";
  const members = [
    ["name", JSON.stringify(name)],
    ["version", JSON.stringify(versionName(index))],
    ["digest", JSON.stringify(digest)],
    ["value", prettyJson(JsonNode.parse(val), indent)],
  ];
  return `{\n${members.map(([key, json]) => `${indent}"${key}": ${json}`).join(",\n")}\n}\n`;
}

/** For reading: the settings in front, then the messages with their roles as headings. */
function markdownFile({ object_id: name, version_index: index, digest, val }: PromptVersion): string {
  const prompt = readPrompt(val);
  if (!prompt) throw new CommandError(`${name} is not a prompt.`);
  // JSON is YAML too.
  const front = [
    `name: ${JSON.stringify(name)}`,
    `version: "${versionName(index)}"`,
    `digest: ${JSON.stringify(digest)}`,
    ...(prompt.description === undefined ? [] : [`description: ${JSON.stringify(prompt.description)}`]),
    ...(prompt.model === undefined ? [] : [`model: ${JSON.stringify(prompt.model)}`]),
    ...Object.entries(prompt.parameters).map(
      ([key, json]) => `${JSON.stringify(key)}: ${json.replaceAll(/[\r\n]+/g, " ")}`,
    ),
  ];
  const turns = prompt.turns.map(({ role, name: of, content, contentIsJson, toolCalls }) =>
    [
      `## ${of === undefined ? role : `${role}: ${of}`}`,
      ...(content === "" ? [] : [contentIsJson ? fenced(content) : content]),
      ...(toolCalls === undefined ? [] : [fenced(toolCalls)]),
    ].join("\n\n"),
  );
  const body = prompt.kind === "text" ? [prompt.turns[0]?.content ?? ""] : turns;
  return `---\n${front.join("\n")}\n---\n\n${body.join("\n\n").trimEnd()}\n`;
}

function fenced(json: string): string {
  return `\`\`\`json\n${json}\n\`\`\``;
}
