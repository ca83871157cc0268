import { invalidField } from "@/lib/contract/validate";
import {
  type RunnerDefinition,
  SETTINGS_OF,
  STORED_RUNNERS,
  type TrainingRunnerSet,
} from "@/lib/contract/training-runner";
import { KeptSecrets, sealedFor } from "@/service/secrets/kept-secrets";
import type { Secrets } from "@/service/secrets/secrets";
import type { TrainingRunner, TrainingRunnerContent } from "@/service/store/training/runners-store";
import type { RemoteRunnerConfig } from "@/service/background/training/runner-config";
import {
  RUNNER_SEALED_OTHERWISE,
  type RunnerSecrets,
  openRunnerSecrets,
  runnerConfigOf,
  runnerField,
} from "@/service/background/training/stored-runner";

/** A runner as an admin wants it, with its secrets. */
type WantedRunner = { definition: RunnerDefinition; secrets: RunnerSecrets };

const NOTHING_STORED: RunnerSecrets = { headers: [], env_vars: [] };

/**
 * What an admin asks for, by what is stored. Throws `invalid` for a field of another type, and for a secret that is kept
 * but belongs to another address, or cannot be decrypted.
 */
export function wantedRunner(
  asked: Omit<TrainingRunnerSet, "replaces">,
  stored: TrainingRunner | undefined,
  secrets: Secrets,
): WantedRunner {
  const { key, headers, env_vars, ...given } = asked;
  const definition = definitionOf(given);
  const names = stored?.secretNames;
  const kept = new KeptSecrets({
    isSameAddress: isSameRunner(definition, stored),
    open: () => (stored ? openRunnerSecrets(stored, secrets) : NOTHING_STORED),
    sealedOtherwise: RUNNER_SEALED_OTHERWISE,
  });
  const isRay = definition.type === "ray";
  if (!isRay) requireNone({ headers, env_vars });
  // Another service gets neither, whatever was stored for Ray.
  const storedNames = isRay ? names : undefined;
  const wanted = {
    definition,
    secrets: {
      key: kept.one("key", key, names?.key ?? false, (opened) => opened.key),
      headers: kept.named("headers", headers, storedNames?.headers ?? [], (opened) => opened.headers),
      env_vars: kept.named("env_vars", env_vars, storedNames?.env_vars ?? [], (opened) => opened.env_vars),
    },
  };
  if (!isRay && wanted.secrets.key === undefined) throw invalidField("key", "is required for another service");
  return wanted;
}

/** What is stored of it, with its secrets sealed. Throws `invalid` if there is no secret to seal them with. */
export function runnerContentOf(
  { definition, secrets: own }: WantedRunner,
  id: string,
  secrets: Secrets,
): TrainingRunnerContent {
  const secretNames = {
    key: own.key !== undefined,
    headers: own.headers.map(({ name }) => name),
    env_vars: own.env_vars.map(({ name }) => name),
  };
  if (!secretNames.key && own.headers.length === 0 && own.env_vars.length === 0) return { definition, secretNames };
  const field = secretNames.key ? "key" : own.headers.length > 0 ? "headers" : "env_vars";
  const sealedSecrets = sealedFor(field, () => secrets.seal(JSON.stringify(own), runnerField(id)));
  return { definition, secretNames, sealedSecrets };
}

/** The configuration that it is used with. */
export const configOfWantedRunner = ({ definition, secrets }: WantedRunner): RemoteRunnerConfig =>
  runnerConfigOf(definition, secrets);

/** Whether a runner is the stored one: its jobs and its secrets are where they were. */
export function isSameRunner(
  { type, address }: Pick<RunnerDefinition, "type" | "address">,
  stored: TrainingRunner | undefined,
): boolean {
  return stored?.definition.type === type && stored.definition.address === address;
}

/** Without the settings that have their default. */
function definitionOf(given: RunnerDefinition): RunnerDefinition {
  const { type, address } = given;
  for (const other of STORED_RUNNERS)
    if (other !== type)
      for (const setting of SETTINGS_OF[other])
        if ((given[setting] ?? null) !== null) throw invalidField(setting, `is only for a runner of type ${other}`);
  if (type === "ray" && (given.entrypoint ?? null) === null) throw invalidField("entrypoint", "is required for Ray");
  const settings = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...Object.fromEntries(settings),
    type,
    address: type === "service" ? address.replace(/\/v1$/, "") : address,
  };
}

function requireNone(fields: Pick<TrainingRunnerSet, "headers" | "env_vars">): void {
  for (const [field, value] of Object.entries(fields))
    if (value && value.length > 0) throw invalidField(field, "is only for a runner of type ray");
}
