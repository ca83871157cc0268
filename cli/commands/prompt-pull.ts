import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isNotFound } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import { LABELS_PER_PAGE } from "@/lib/contract/limits";
import { versionName } from "@/lib/contract/version-name";
import { counted } from "@/lib/format/number";
import { readPrompt } from "@/lib/prompt/prompt";
import { PROMPT_CLASSES } from "@/lib/prompt/stored-prompt";
import { type Connection, openConnection, type Run } from "../context";
import { CommandError, EXIT, usageError } from "../exit-status";
import { writeTo } from "../file-sink";
import { splitVersion } from "../find-table";
import { promptFile, promptFileName } from "../prompt-file";

const DEFAULT_FOLDER = "prompts";
/** Values are read with their versions. */
const PAGE_PROMPTS = 100;

/** Writes prompts to files. */
export const run: Run = async (context, given) => {
  const { out, notes, signal } = context;
  const isAll = given.is("all");
  const label = given.text("label");
  const format = given.choice("format", ["json", "md"]);
  if (isAll === given.words.length > 0) throw usageError("Give the name of one prompt, or --all.");
  if (label !== undefined && !isAll) throw usageError("--label is for --all; a single prompt is NAME:LABEL.");
  const connection = await openConnection(context, given);
  const versions = isAll
    ? await allPrompts(connection, label, signal)
    : [await onePrompt(connection, given.only("The name of a prompt"), signal)];
  const folder = given.text("output") ?? DEFAULT_FOLDER;
  if (folder !== "-") await mkdir(folder, { recursive: true });
  for (const version of versions) {
    const file = folder === "-" ? "-" : path.join(folder, promptFileName(version.object_id, format));
    const text = promptFile(version, format);
    await writeTo(file, { out, isJson: format === "json" }, (sink) => sink.write(text));
    if (file !== "-") await notes.text(`${file}: ${version.object_id} ${versionName(version.version_index)}`);
  }
  if (isAll) await notes.text(`Pulled ${counted(versions.length, "prompt")} of ${connection.projectId}.`);
  return EXIT.done;
};

async function onePrompt({ client, projectId }: Connection, text: string, signal: AbortSignal): Promise<ObjectVersion> {
  const { name, version, digest } = splitVersion(text);
  try {
    const key = { project_id: projectId, object_id: name, digest };
    const { obj } = await client.request("objRead", key, { signal });
    if (readPrompt(obj.val)) return obj;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new CommandError(`There is no prompt ${name} with the version ${version} in ${projectId}.`);
  }
  throw new CommandError(`${name} is not a prompt.`);
}

/** Every prompt by name, in its latest version, or in the one with a label. */
async function allPrompts(
  { client, projectId }: Connection,
  label: string | undefined,
  signal: AbortSignal,
): Promise<ObjectVersion[]> {
  const labelled = label === undefined ? undefined : await digestsWith({ client, projectId }, label, signal);
  const found: ObjectVersion[] = [];
  for (let offset = 0; ; offset += PAGE_PROMPTS) {
    const body = {
      project_id: projectId,
      filter: { base_object_classes: [...PROMPT_CLASSES], latest_only: true },
      sort_by: [{ field: "object_id", direction: "asc" as const }],
      limit: PAGE_PROMPTS,
      offset,
    };
    const { objs } = await client.request("objsQuery", body, { signal });
    for (const latest of objs) {
      const digest = labelled ? labelled.get(latest.object_id) : latest.digest;
      if (digest === undefined) continue;
      const key = { project_id: projectId, object_id: latest.object_id, digest };
      found.push(digest === latest.digest ? latest : (await client.request("objRead", key, { signal })).obj);
    }
    if (objs.length < PAGE_PROMPTS) return found;
  }
}

/** The digests of the versions with a label, by object. */
async function digestsWith(
  { client, projectId }: Pick<Connection, "client" | "projectId">,
  label: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (let offset = 0; ; offset += LABELS_PER_PAGE) {
    const body = { project_id: projectId, limit: LABELS_PER_PAGE, offset };
    const { labels } = await client.request("objLabelsQuery", body, { signal });
    for (const one of labels) if (one.label === label) digests.set(one.object_id, one.digest);
    if (labels.length < LABELS_PER_PAGE) return digests;
  }
}
