import * as z from "zod";
import { baseAddress, headerKey } from "@/lib/contract/primitives";
import { runnerFields } from "@/lib/contract/training-runner";

const HOUR_S = 3600;

const filled = z.string().min(1, "must not be empty");

/** What every runner has, if it is not said otherwise. */
export const RUNNER_DEFAULTS = { concurrency: 1, silence_limit_s: HOUR_S };

const everyRunner = {
  concurrency: runnerFields.concurrency.default(RUNNER_DEFAULTS.concurrency),
  silence_limit_s: runnerFields.silence_limit_s.default(RUNNER_DEFAULTS.silence_limit_s),
  /** Offered for new models; by default those that another service names. */
  base_models: runnerFields.base_models.optional(),
};

const command = z.strictObject({
  type: z.literal("command"),
  /** The program and its arguments, run without a shell. */
  command: z.array(z.string()).min(1, "must contain at least the program"),
  /** Its working folder; by default that of the service. */
  folder: filled.optional(),
  /** Added to the few variables that it gets from the environment of the service. */
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, "must be the name of a variable"), z.string()).default({}),
  ...everyRunner,
});

export const rayRunner = z.strictObject({
  type: z.literal("ray"),
  /** Address of the dashboard of a Ray cluster, which serves the Jobs API. */
  address: baseAddress,
  /** Shell command, run in the folder of the job's files. */
  entrypoint: filled,
  /** Folder whose files are sent with the job. */
  folder: filled.optional(),
  runtime_env: z
    .looseObject({
      env_vars: z.record(z.string(), z.string()).default({}),
      working_dir: z.never("is set by Loupe; put the files to upload into the folder named by `folder`").optional(),
    })
    .prefault({}),
  entrypoint_num_cpus: runnerFields.entrypoint_num_cpus.optional(),
  entrypoint_num_gpus: runnerFields.entrypoint_num_gpus.optional(),
  entrypoint_memory: runnerFields.entrypoint_memory.optional(),
  entrypoint_resources: runnerFields.entrypoint_resources.optional(),
  /** Sent as `Authorization: Bearer`. */
  token: headerKey.optional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, "must be the name of a header"), headerKey).default({}),
  ...everyRunner,
});

export const serviceRunner = z.strictObject({
  type: z.literal("service"),
  /** Address of a service with the same interface. */
  base_url: baseAddress.transform((address) => address.replace(/\/v1$/, "")),
  api_key: headerKey,
  project: runnerFields.project.optional(),
  ...everyRunner,
});

export const RUNNER_OBJECT =
  'a JSON object {type: "command", command, folder?, env?} or {type: "ray", address, entrypoint, folder?, runtime_env?, token?, …}' +
  ' or {type: "service", base_url, api_key, project?}, each with concurrency?, silence_limit_s? and base_models?';

/** Content of `LOUPE_TRAINING_RUNNER`. */
export const runnerConfig = z.discriminatedUnion("type", [command, rayRunner, serviceRunner], {
  error: "must be an object whose type is command, ray or service",
});
export type RunnerConfig = z.output<typeof runnerConfig>;
export type CommandConfig = z.output<typeof command>;
export type RayConfig = z.output<typeof rayRunner>;
export type ServiceConfig = z.output<typeof serviceRunner>;
/** A runner at an address, which can also be stored. */
export type RemoteRunnerConfig = RayConfig | ServiceConfig;
