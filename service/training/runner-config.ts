import * as z from "zod";
import { baseAddress, headerKey } from "@/lib/contract/primitives";

const HOUR_S = 3600;
const MOST_AT_ONCE = 256;

const seconds = z.int("must be a whole number of seconds").min(1, "must be at least 1");
const filled = z.string().min(1, "must not be empty");
const amount = z.number().min(0, "must not be negative");

const everyRunner = {
  /** Jobs that one replica of the service runs at once. */
  concurrency: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(MOST_AT_ONCE, `must be at most ${MOST_AT_ONCE}`)
    .default(1),
  /** After so long without a word a job is stopped and has failed. */
  silence_limit_s: seconds.default(HOUR_S),
};

const command = z.strictObject({
  type: z.literal("command"),
  /** The program and its arguments; no shell reads them. */
  command: z.array(z.string()).min(1, "must name a program"),
  /** Where it runs; the service's own folder when not given. */
  folder: filled.optional(),
  /** Added to the few variables that it gets of the service's environment. */
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, "must be the name of a variable"), z.string()).default({}),
  ...everyRunner,
});

const ray = z.strictObject({
  type: z.literal("ray"),
  /** Of the dashboard of a Ray cluster, which has its Jobs API. */
  address: baseAddress,
  /** A line for the shell, run where the job's files are. */
  entrypoint: filled,
  /** Files that go along with the job's. */
  folder: filled.optional(),
  runtime_env: z
    .looseObject({
      env_vars: z.record(z.string(), z.string()).default({}),
      working_dir: z.never("is the job's own; name what goes along in folder").optional(),
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
  /** Of a service with this same interface. */
  base_url: baseAddress.transform((address) => address.replace(/\/v1$/, "")),
  api_key: headerKey,
  /** Of the models over there, `<entity>/<project>`; the same as here when not given. */
  project: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, "must have the form <entity>/<project>")
    .optional(),
  ...everyRunner,
});

export const RUNNER_OBJECT =
  'a JSON object {type: "command", command, folder?, env?} or {type: "ray", address, entrypoint, folder?, runtime_env?, token?, …}' +
  ' or {type: "service", base_url, api_key, project?}, each with concurrency? and silence_limit_s?';

/** What `LOUPE_TRAINING_RUNNER` holds. */
export const runnerConfig = z.discriminatedUnion("type", [command, ray, service], {
  error: "must be an object whose type is command, ray or service",
});
export type RunnerConfig = z.output<typeof runnerConfig>;
export type CommandConfig = z.output<typeof command>;
export type RayConfig = z.output<typeof ray>;
export type ServiceConfig = z.output<typeof service>;
