import * as z from "zod";
import { serverHeaders } from "@/lib/contract/connections";
import type { RunnerDefinition } from "@/lib/contract/training-runner";
import { SealError, type SealedField } from "@/service/secrets/seal";
import type { Secrets } from "@/service/secrets/secrets";
import type { Store } from "@/service/store/store";
import type { TrainingRunner } from "@/service/store/training/runners-store";
import { type RemoteRunnerConfig, rayRunner, serviceRunner } from "./runner-config";
import type { ReadRunners } from "./runners";

const storedSecrets = z.object({
  key: z.string().optional(),
  headers: serverHeaders,
  env_vars: z.array(z.object({ name: z.string(), value: z.string() })),
});
/** The secrets of a stored runner. */
export type RunnerSecrets = z.infer<typeof storedSecrets>;

const NO_SECRETS: RunnerSecrets = { headers: [], env_vars: [] };

/** What the secrets of a runner are sealed for. */
export const runnerField = (id: string): SealedField => ({ id, field: "training_runners.secrets" });

export const RUNNER_SEALED_OTHERWISE =
  "The secrets of the training runner cannot be decrypted: they were stored with another LOUPE_SECRET. Enter them again, or restore the secret.";

/** The secrets of a stored runner; undefined if they were sealed with a secret that is not known. */
export function openRunnerSecrets(
  { id, sealedSecrets }: Pick<TrainingRunner, "id" | "sealedSecrets">,
  secrets: Secrets,
): RunnerSecrets | undefined {
  if (sealedSecrets === undefined) return NO_SECRETS;
  try {
    return storedSecrets.parse(JSON.parse(secrets.open(sealedSecrets, runnerField(id))));
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** The configuration of a runner by its definition, as `LOUPE_TRAINING_RUNNER` would have it. */
export function runnerConfigOf(
  definition: RunnerDefinition,
  { key, headers, env_vars }: RunnerSecrets,
): RemoteRunnerConfig {
  const { type, address, runtime_env, ...settings } = definition;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  if (type === "service") return serviceRunner.parse({ type, base_url: address, api_key: key, ...given });
  const variables = Object.fromEntries(env_vars.map(({ name, value }) => [name, value]));
  return rayRunner.parse({
    type,
    address,
    ...given,
    runtime_env: { ...runtime_env, env_vars: variables },
    token: key,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  });
}

/** Reads stored runners with their secrets. */
export function runnersReader(
  store: Pick<Store, "trainingRunnersVersion" | "listTrainingRunners">,
  secrets: Secrets,
): ReadRunners {
  return async (known) => {
    const version = await store.trainingRunnersVersion();
    if (version === known) return undefined;
    const runners = (await store.listTrainingRunners()).map((runner) => {
      const opened = openRunnerSecrets(runner, secrets);
      const { id, revision, isRetired, definition } = runner;
      const config = opened && runnerConfigOf(definition, opened);
      return { id, revision, isRetired, type: definition.type, ...(config && { config }) };
    });
    return { version, runners };
  };
}
