import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import { isNotFound } from "@/lib/client/api-error";
import type { Client } from "@/lib/client/client";
import { readAnyRef, versionRef } from "@/lib/contract/refs";
import { requireVersionInRefs } from "@/lib/contract/version-name";
import {
  fieldsOfDefinition,
  fieldsOfPrompt,
  NEW_EXPERIMENT,
  type NewExperiment,
} from "@/lib/experiment/new-experiment";
import { readPrompt } from "@/lib/prompt/prompt";
import { tableOf } from "@/lib/table/table-of";

/** What the address of the form names; see `newExperimentPath`. */
type Named = Readonly<
  Record<"prompt" | "version" | "table" | "dataset" | "rows" | "again" | "job" | "draft", string | null>
>;

/** The fields that the form of a new experiment begins with. Fails with a message for the user. */
export function experimentStart(projectId: string, named: Named, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["experiments", "start", { projectId, ...named }] as const,
    queryFn: async ({ signal }): Promise<NewExperiment> => {
      const { prompt, version, rows, again, job } = named;
      if (again !== null) {
        const request = { project_id: projectId, id: again };
        const { experiment } = await client.request("experimentRead", request, { signal });
        return fieldsOfDefinition(experiment.definition);
      }
      const digests = rows?.split(",").filter((digest) => digest !== "") ?? [];
      return {
        ...NEW_EXPERIMENT,
        ...(job !== null && (await startOfJob(projectId, job, client, signal))),
        ...(await tableNamed(projectId, named, client, signal)),
        ...(digests.length > 0 && { rows: "chosen", chosen: digests.join(" ") }),
        ...(prompt !== null &&
          (await readPromptFields(
            projectId,
            { name: prompt, version: requireVersionInRefs(version ?? "latest") },
            client,
            signal,
          ))),
      };
    },
    // What is typed afterwards is in the draft.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The base model of a training job, the model that it trained, and its test table unless that was deleted. */
async function startOfJob(projectId: string, id: string, client: Client, signal: AbortSignal) {
  const job = await client.request("trainingJob", { id }, { signal });
  const models = job.trained_model === undefined ? [] : [job.trained_model];
  return {
    job: id,
    model: job.base_model,
    others: JSON.stringify(models),
    ...(job.test_table_ref !== undefined && (await testTableOf(projectId, job.test_table_ref, client, signal))),
  };
}

async function testTableOf(projectId: string, text: string, client: Client, signal: AbortSignal) {
  const ref = readAnyRef(text);
  const named = ref?.kind === "table" ? { table: ref.digest, dataset: null } : { table: null, dataset: text };
  try {
    return await tableNamed(projectId, named, client, signal);
  } catch (error) {
    if (isNotFound(error)) return {};
    throw error;
  }
}

async function tableNamed(
  projectId: string,
  { table, dataset }: Pick<Named, "table" | "dataset">,
  client: Client,
  signal: AbortSignal,
) {
  if (table !== null) return { table, dataset: dataset ?? "" };
  const ref = dataset === null ? undefined : readAnyRef(dataset);
  if (dataset === null || ref?.kind !== "object") return {};
  const key = { project_id: projectId, object_id: ref.name, digest: ref.digest };
  const { obj } = await client.request("objRead", key, { signal });
  const digest = tableOf(obj.val, projectId);
  if (digest === undefined) throw new Error(`${ref.name} is not a dataset with stored rows.`);
  return { table: digest, dataset };
}

/** The fields of a version of a prompt, as refs name it: by digest, `latest`, `v<index>` or label. */
export async function readPromptFields(
  projectId: string,
  { name, version }: { name: string; version: string },
  client: Client = browserClient,
  signal?: AbortSignal,
  before?: NewExperiment,
) {
  const key = { project_id: projectId, object_id: name, digest: version };
  const { obj } = await client.request("objRead", key, signal ? { signal } : {});
  const prompt = readPrompt(obj.val);
  if (!prompt) throw new Error(`${name} is not a prompt.`);
  return fieldsOfPrompt(prompt, versionRef(projectId, { kind: "object", name, digest: obj.digest }), before);
}
