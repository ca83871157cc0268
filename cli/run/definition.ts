import { isNotFound } from "@/lib/client/api-error";
import type { ExperimentDefinition } from "@/lib/contract/experiments";
import { versionRef } from "@/lib/contract/refs";
import { defaultName } from "@/lib/experiment/default-name";
import { withParents } from "@/lib/experiment/match-columns";
import {
  definitionOf,
  fieldsOfRequest,
  NEW_EXPERIMENT,
  type NewExperiment,
  NO_COLUMN,
} from "@/lib/experiment/new-experiment";
import { JsonNode } from "@/lib/json/node";
import { toJsonText, writeJson } from "@/lib/json/text";
import { readPromptFields } from "@/lib/queries/experiment-start";
import { createQueryClient } from "@/lib/queries/query-client";
import { tableProfile } from "@/lib/queries/tables";
import type { Connection } from "../context";
import { CommandError, usageError } from "../exit-status";
import { findTable, splitVersion } from "../find-table";
import type { RunFile } from "./run-file";

/** The definition of an experiment that is described by names, in their versions of now. */
export async function definitionOfNames(
  asked: RunFile,
  connection: Connection,
  signal: AbortSignal,
): Promise<ExperimentDefinition> {
  const { client, projectId } = connection;
  if (asked.table === undefined) throw usageError("Name the table with --table, or `table` in the file.");
  const { digest, dataset = "" } = await findTable(connection, asked.table, signal);
  const fields: NewExperiment = {
    ...NEW_EXPERIMENT,
    ...(await requestFields(asked, connection, signal)),
    table: digest,
    dataset,
    scorers: (await scorerRefs(asked.scorers ?? [], connection, signal)).join(" "),
    name: asked.name ?? "",
    columns: JSON.stringify(asked.variables ?? {}),
    expected: asked.expected === null ? NO_COLUMN : (asked.expected ?? ""),
    ...(asked.sample !== undefined && { rows: "sample", sample: String(asked.sample) }),
    ...(asked.repetitions !== undefined && { repetitions: String(asked.repetitions) }),
    ...(asked.parallel !== undefined && { parallel: String(asked.parallel) }),
    ...(asked.budget_usd !== undefined && { budget: String(asked.budget_usd) }),
  };
  const profile = await createQueryClient(false).fetchQuery(tableProfile({ projectId, digest }, client));
  const known = {
    columns: withParents(profile.columns.map(({ path }) => path)),
    areAll: profile.columns_left_out === 0,
    name: defaultName(fields),
  };
  const read = definitionOf(fields, known);
  if ("definition" in read) return read.definition;
  const problems = Object.entries(read.problems).map(([field, problem]) => `${field}: ${problem}`);
  throw usageError(`The experiment is not complete: ${problems.join("; ")}.`);
}

/** The messages, the model and the parameters: those of the prompt, or in their place those that are given. */
async function requestFields(
  { prompt, messages, model, parameters }: RunFile,
  { client, projectId }: Connection,
  signal: AbortSignal,
): Promise<Partial<NewExperiment>> {
  if ((prompt === undefined) === (messages === undefined))
    throw usageError("Name either a prompt with --prompt, or `messages` in the file.");
  const base =
    prompt === undefined
      ? fieldsOfRequest(toJsonText({ messages }))
      : await promptFields(prompt, { client, projectId }, signal);
  const own = parameters ? fieldsOfRequest(parameters).parameters : "{}";
  return {
    ...base,
    ...(model !== undefined && { model }),
    parameters: writeJson({ ...membersOf(base.parameters), ...membersOf(own) }),
  };
}

async function promptFields(
  text: string,
  { client, projectId }: Pick<Connection, "client" | "projectId">,
  signal: AbortSignal,
) {
  const { name, version, digest } = splitVersion(text);
  try {
    return await readPromptFields(projectId, { name, version: digest }, client, signal);
  } catch (error) {
    if (isNotFound(error))
      throw new CommandError(`There is no prompt ${name} with the version ${version} in ${projectId}.`);
    throw error;
  }
}

function membersOf(json: string): Record<string, string> {
  const entries = [...(JsonNode.read(json)?.entries() ?? [])];
  return Object.fromEntries(entries.map(([name, node]) => [name, node.string() ?? ""]));
}

async function scorerRefs(
  names: readonly string[],
  { client, projectId }: Connection,
  signal: AbortSignal,
): Promise<string[]> {
  const refs: string[] = [];
  for (const text of names) {
    const { name, version, digest } = splitVersion(text);
    try {
      const key = { project_id: projectId, object_id: name, digest, metadata_only: true };
      const { obj } = await client.request("objRead", key, { signal });
      refs.push(versionRef(projectId, { kind: "object", name, digest: obj.digest }));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      throw new CommandError(`There is no scorer ${name} with the version ${version} in ${projectId}.`);
    }
  }
  return refs;
}
