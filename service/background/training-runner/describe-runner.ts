import type { ShownRunner } from "@/lib/contract/training-runner";
import { keyEnd } from "@/service/secrets/key-end";
import type { Secrets } from "@/service/secrets/secrets";
import type { TrainingRunner } from "@/service/store/training/runners-store";
import { RUNNER_DEFAULTS, type RunnerConfig } from "@/service/background/training/runner-config";
import { RUNNER_SEALED_OTHERWISE, openRunnerSecrets } from "@/service/background/training/stored-runner";

/** A stored runner as admins see it. */
export function describeStoredRunner(stored: TrainingRunner, secrets: Secrets): ShownRunner {
  const { definition, secretNames } = stored;
  const opened = openRunnerSecrets(stored, secrets);
  return {
    ...definition,
    concurrency: definition.concurrency ?? RUNNER_DEFAULTS.concurrency,
    silence_limit_s: definition.silence_limit_s ?? RUNNER_DEFAULTS.silence_limit_s,
    has_key: secretNames.key,
    key_end: keyEnd(opened?.key),
    headers: secretNames.headers,
    env_vars: secretNames.env_vars,
    ...(!opened && { problem: RUNNER_SEALED_OTHERWISE }),
    revision: stored.revision,
    created_by: stored.createdBy,
    updated_at: stored.updatedAt,
  };
}

/**
 * The runner of `LOUPE_TRAINING_RUNNER` as admins see it: only what tells it from others, since arguments, entrypoints and
 * variables may contain secrets that are the operator's alone.
 */
export function describeConfiguredRunner(config: RunnerConfig): ShownRunner {
  const { type, concurrency, silence_limit_s, base_models } = config;
  const common = { type, concurrency, silence_limit_s, base_models, headers: [], env_vars: [] };
  switch (config.type) {
    case "command":
      return { ...common, program: config.command[0], has_key: false };
    case "ray":
      return { ...common, address: config.address, has_key: config.token !== undefined, key_end: keyEnd(config.token) };
    case "service":
      return { ...common, address: config.base_url, has_key: true, key_end: keyEnd(config.api_key) };
  }
}
