import * as z from "zod";
import { baseAddress, headerKey } from "@/lib/contract/primitives";

const HOUR_S = 3600;
const MAX_CONCURRENCY = 256;

const seconds = z.int("must be a whole number of seconds").min(1, "must be at least 1");
const filled = z.string().min(1, "must not be empty");
const amount = z.number().min(0, "must not be negative");

const everyRunner = {
  /** Number of jobs that one replica of the service runs at once. */
  concurrency: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(MAX_CONCURRENCY, `must be at most ${MAX_CONCURRENCY}`)
    .default(1),
  /** A job without events or log output for this long is stopped and fails. */
  silence_limit_s: seconds.default(HOUR_S),
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

const ray = z.strictObject({
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
  entrypoint_num_cpus: amount.optional(),
  entrypoint_num_gpus: amount.optional(),
  entrypoint_memory: z.int().min(0).optional(),
  entrypoint_resources: z.record(z.string(), amount).optional(),
  /** Sent as `Authorization: Bearer`. */
  token: headerKey.optional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, "must be the name of a header"), headerKey).default({}),
  ...everyRunner,
});

const service = z.strictObject({
  type: z.literal("service"),
  /** Address of a service with the same interface. */
  base_url: baseAddress.transform((address) => address.replace(/\/v1$/, "")),
  api_key: headerKey,
  /** Project of the models there, `<entity>/<project>`; by default the same as here. */
  project: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, "must have the form <entity>/<project>")
    .optional(),
  ...everyRunner,
});

export const RUNNER_OBJECT =
  'a JSON object {type: "command", command, folder?, env?} or {type: "ray", address, entrypoint, folder?, runtime_env?, token?, …}' +
  ' or {type: "service", base_url, api_key, project?}, each with concurrency? and silence_limit_s?';

/** Content of `LOUPE_TRAINING_RUNNER`. */
export const runnerConfig = z.discriminatedUnion("type", [command, ray, service], {
  error: "must be an object whose type is command, ray or service",
});
export type RunnerConfig = z.output<typeof runnerConfig>;
export type CommandConfig = z.output<typeof command>;
export type RayConfig = z.output<typeof ray>;
export type ServiceConfig = z.output<typeof service>;
