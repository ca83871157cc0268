import * as z from "zod";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { JsonNode } from "@/lib/json/node";
import { type Prompt, readPrompt } from "@/lib/prompt/prompt";
import { PROMPT_CLASSES } from "@/lib/prompt/stored-prompt";
import { type PartChange, versionChanges } from "@/lib/prompt/version-changes";
import { estimateTokens } from "@/lib/trace-text/tokens";
import { stringText, valueText } from "@/lib/trace-text/value-text";
import type { Page } from "@/service/http/mcp/fence";
import { budget, type Caller, cursor, limit, moreNote, project, readCursor, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";
import { latestLines, readVersion, versionLine } from "./versions";

/** Versions that are listed before the text of one. */
const VERSIONS = 8;
/** What is kept of a text that did not change, before and after what did. */
const CONTEXT_CHARS = 60;

export const readPrompts = tool({
  name: "read_prompts",
  title: "Read prompts",
  role: "viewer",
  description: `Without a name, lists the prompts. With a name, its newest versions and the text of one of them. With compare_to, what changed between two versions: [-removed-] and {+added+}.
Versions are latest, v and a number such as v1, the first, a label such as production, or a digest.
Examples: {}; {"name": "answer"}; {"name": "answer", "version": "production"}; {"name": "answer", "version": "latest", "compare_to": "v2"}`,
  input: z.strictObject({
    project,
    name: z.string().min(1).optional().describe("Name of a prompt"),
    version: z.string().min(1).optional(),
    compare_to: z.string().min(1).optional().describe("The earlier version"),
    limit: limit(30, 100),
    cursor,
    budget,
  }),
  async run(args, caller): Promise<Page> {
    const projectId = args.project ?? caller.defaultProject;
    const { name, version, compare_to: earlier } = args;
    if (name === undefined) return listPage(caller, projectId, args);
    const shown = await readVersion(caller, { projectId, name, version }, "name");
    if (earlier !== undefined) {
      const before = await readVersion(caller, { projectId, name, version: earlier }, "compare_to");
      return (tokens) => ({ data: stringText(changesText(before, shown), tokens).text });
    }
    const versions = await versionsOf(caller, projectId, name);
    return (tokens) => {
      const head = linesWithin(
        [...versions.map(versionLine), "", `text of ${versionName(shown.version_index)}:`],
        tokens / 2,
      ).text;
      const left = Math.max(0, tokens - estimateTokens(head) - 1);
      return { data: `${head}\n${promptText(shown, left)}` };
    };
  },
});

async function listPage(
  caller: Caller,
  projectId: string,
  args: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  const offset = readCursor(args.cursor, "number") ?? 0;
  const body = {
    project_id: projectId,
    filter: { base_object_classes: [...PROMPT_CLASSES], latest_only: true },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
    metadata_only: true,
    limit: args.limit + 1,
    offset,
  };
  const { objs } = await caller.client.request("objsQuery", body, { signal: caller.signal });
  const lines = await latestLines(caller, projectId, objs.slice(0, args.limit));
  return (tokens) => {
    const { text, shown } = linesWithin(lines, tokens);
    return { data: text, notes: shown < objs.length ? [moreNote(offset + shown)] : [] };
  };
}

async function versionsOf({ client, signal }: Caller, projectId: string, name: string): Promise<ObjectVersion[]> {
  const body = {
    project_id: projectId,
    filter: { object_ids: [name], is_op: false },
    sort_by: [{ field: "version_index", direction: "desc" as const }],
    metadata_only: true,
    limit: VERSIONS,
  };
  return (await client.request("objsQuery", body, { signal })).objs;
}

function promptText({ val }: ObjectVersion, tokens: number): string {
  const prompt = readPrompt(val);
  if (!prompt) return valueText(JsonNode.parse(val), tokens).text;
  const { turns, description } = prompt;
  const parts = [
    ...(description ? [`message: ${description}`] : []),
    ...settingLines(prompt),
    ...turns.map(({ role, content }) => `${role}: ${content}`),
  ];
  return stringText(parts.join("\n"), tokens).text;
}

function settingLines({ model, parameters }: Prompt): string[] {
  return [
    ...(model === undefined ? [] : [`model: ${model}`]),
    ...Object.entries(parameters).map(([name, value]) => `${name}: ${value}`),
  ];
}

function changesText(before: ObjectVersion, after: ObjectVersion): string {
  const head = [`from ${versionLine(before)}`, `to ${versionLine(after)}`];
  const prompts = [readPrompt(before.val), readPrompt(after.val)];
  const [from, to] = prompts;
  if (!from || !to) return [...head, "one of them is not a prompt"].join("\n");
  const { turns, settings } = versionChanges(from, to);
  const changed = [...turns, ...settings].filter(({ change }) => change !== "same");
  const messages = to.description && to.description !== from.description ? [`message: ${to.description}`] : [];
  return [...head, ...messages, ...(changed.length === 0 ? ["no changes"] : changed.map(partText))].join("\n");
}

function partText({ name, change, pieces }: PartChange): string {
  const text = pieces
    .map((piece, at) => {
      if (piece.change === "removed") return `[-${piece.text}-]`;
      if (piece.change === "added") return `{+${piece.text}+}`;
      return unchanged(piece.text, at === 0, at === pieces.length - 1);
    })
    .join("");
  return `${name} (${change}): ${text}`;
}

function unchanged(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * CONTEXT_CHARS) return text;
  const start = isFirst ? "" : text.slice(0, CONTEXT_CHARS);
  const end = isLast ? "" : text.slice(-CONTEXT_CHARS);
  return `${start}…${end}`;
}
