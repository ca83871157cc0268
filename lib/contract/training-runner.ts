import * as z from "zod";
import { keptOrNewHeaders, namedList, serverAddress, serverKey } from "./connections";
import {
  RUNNER_BASE_MODELS,
  RUNNER_CONCURRENCY,
  RUNNER_JSON_CHARS,
  RUNNER_TEXT_CHARS,
  RUNNER_VARIABLES,
} from "./limits";
import { list } from "./list";
import { name, timestamp } from "./primitives";

/** The types of runner that can be stored. A `command` is set only by the owner of the machine. */
export const STORED_RUNNERS = ["ray", "service"] as const;
export type StoredRunnerType = (typeof STORED_RUNNERS)[number];

const COMMAND =
  "must be ray or service; a command is set only by the owner of the machine, in the variable LOUPE_TRAINING_RUNNER";

const amount = z.number().min(0, "must not be negative");
const text = z
  .string()
  .min(1, "must not be empty")
  .max(RUNNER_TEXT_CHARS, `must have at most ${RUNNER_TEXT_CHARS} characters`);
const isShort = (value: unknown) => JSON.stringify(value).length <= RUNNER_JSON_CHARS;
const TOO_LONG = `must have at most ${RUNNER_JSON_CHARS} characters as JSON`;

/** Names of the models that a runner can train. */
const baseModels = list(name).max(RUNNER_BASE_MODELS, `must have at most ${RUNNER_BASE_MODELS} items`);

/** What `LOUPE_TRAINING_RUNNER` and a stored runner have in common. */
export const runnerFields = {
  /** Number of jobs that one replica of the service runs at once. */
  concurrency: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(RUNNER_CONCURRENCY, `must be at most ${RUNNER_CONCURRENCY}`),
  /** A job without events or log output for this long is stopped and fails. */
  silence_limit_s: z.int("must be a whole number of seconds").min(1, "must be at least 1"),
  base_models: baseModels,
  /** Shell command that Ray runs in the folder of the job's files. */
  entrypoint: text,
  entrypoint_num_cpus: amount,
  entrypoint_num_gpus: amount,
  entrypoint_memory: z.int("must be a whole number of bytes").min(0, "must not be negative"),
  entrypoint_resources: z.record(z.string(), amount).refine(isShort, TOO_LONG),
  /** Project of the models at another service, `<entity>/<project>`; by default the same as here. */
  project: z.string().regex(/^[^/]+\/[^/]+$/, "must have the form <entity>/<project>"),
};

/** Ray's runtime environment. The values of its variables are secrets, so they are a field of their own. */
const runtimeEnvironment = z
  .looseObject({
    env_vars: z.never("must be given in env_vars beside runtime_env, where values are encrypted").optional(),
    working_dir: z.never("is set by Loupe").optional(),
  })
  .refine(isShort, TOO_LONG);

const variableName = z.string().regex(/^[A-Za-z_]\w{0,127}$/, "must be the name of a variable");
const variableValue = z.string().max(RUNNER_JSON_CHARS, `must have at most ${RUNNER_JSON_CHARS} characters`);
/** A variable without a value keeps the stored one. */
const keptOrNewVariables = namedList(
  z.strictObject({ name: variableName, value: variableValue.nullish() }),
  RUNNER_VARIABLES,
);

/** For each of these, null means the default. The first six are only for Ray, `project` only for another service. */
const settingFields = {
  entrypoint: runnerFields.entrypoint.nullish(),
  runtime_env: runtimeEnvironment.nullish(),
  entrypoint_num_cpus: runnerFields.entrypoint_num_cpus.nullish(),
  entrypoint_num_gpus: runnerFields.entrypoint_num_gpus.nullish(),
  entrypoint_memory: runnerFields.entrypoint_memory.nullish(),
  entrypoint_resources: runnerFields.entrypoint_resources.nullish(),
  project: runnerFields.project.nullish(),
  concurrency: runnerFields.concurrency.nullish(),
  silence_limit_s: runnerFields.silence_limit_s.nullish(),
  base_models: runnerFields.base_models.nullish(),
};
/** Settings that only one type has. */
export const SETTINGS_OF: Readonly<Record<StoredRunnerType, readonly (keyof typeof settingFields)[]>> = {
  ray: [
    "entrypoint",
    "runtime_env",
    "entrypoint_num_cpus",
    "entrypoint_num_gpus",
    "entrypoint_memory",
    "entrypoint_resources",
  ],
  service: ["project"],
};

/** What is stored of a runner besides its secrets. */
export const runnerDefinition = z.object({
  type: z.enum(STORED_RUNNERS),
  /** Of Ray's dashboard, or of the other service. */
  address: serverAddress,
  ...settingFields,
});
export type RunnerDefinition = z.infer<typeof runnerDefinition>;

/** A runner, without its key and the values of its headers and variables, which are never returned. */
const shownRunner = z.object({
  /** `command`, `ray` or `service`. */
  type: z.string(),
  /** The program of a command, without its arguments. */
  program: z.string().optional(),
  address: z.string().optional(),
  has_key: z.boolean(),
  /** The last 4 characters of a key that has at least 12. */
  key_end: z.string().optional(),
  /** Names of headers and variables; those in the environment of the service are not returned. */
  headers: z.array(z.string()),
  env_vars: z.array(z.string()),
  ...settingFields,
  concurrency: z.int(),
  silence_limit_s: z.int(),
  /** Why it cannot be used, such as a key that cannot be decrypted. */
  problem: z.string().optional(),
  /** Of a stored one: increases with every change. */
  revision: z.int().optional(),
  created_by: z.string().optional(),
  updated_at: timestamp.optional(),
});
export type ShownRunner = z.infer<typeof shownRunner>;

/** For admins of all projects. */
export const trainingRunnerReadRequest = z.strictObject({});
export const trainingRunnerReadResponse = z.object({
  /**
   * Where the runner in use is set: `environment`: in `LOUPE_TRAINING_RUNNER`, which precedes a `stored` one; `found`: not
   * at all, but loupe-train is installed on the service's machine.
   */
  source: z.enum(["environment", "stored", "found", "none"]),
  runner: shownRunner.optional(),
  /** A stored runner that is not used, because `LOUPE_TRAINING_RUNNER` is set. */
  unused: shownRunner.optional(),
});
export type TrainingRunnerRead = z.infer<typeof trainingRunnerReadResponse>;

const secretFields = {
  /** Sent as a Bearer token: Ray's token, or the API key of the other service. Null removes it. */
  key: serverKey.nullable().optional(),
  /** Only for Ray, like `env_vars`: replaces the list. A header without a value keeps the stored one. */
  headers: keptOrNewHeaders.nullable().optional(),
  env_vars: keptOrNewVariables.nullable().optional(),
};

/**
 * A setting that is left out has its default. A secret that is left out is kept, unless the type or the address is
 * another: then all must be given again, so that nobody can have them sent elsewhere. `replaces`: the revision that is
 * changed, 0 if there is none; `conflict` if it is another by now.
 */
export const trainingRunnerSetRequest = z.strictObject({
  replaces: z.int().nullish(),
  type: z.enum(STORED_RUNNERS, COMMAND),
  address: serverAddress,
  ...secretFields,
  ...settingFields,
});
export type TrainingRunnerSet = z.infer<typeof trainingRunnerSetRequest>;
export const trainingRunnerSetResponse = z.object({ runner: shownRunner });

/** Jobs that it has started are followed to their end. `removed` is false if there was none. */
export const trainingRunnerRemoveRequest = z.strictObject({ replaces: z.int().nullish() });
export const trainingRunnerRemoveResponse = z.object({ removed: z.boolean() });

/** Of the runner in use, or with a `type` and an `address` of one that is not stored, or stored with these changes. */
export const trainingRunnerTestRequest = z.strictObject({
  type: z.enum(STORED_RUNNERS, COMMAND).nullish(),
  address: serverAddress.nullish(),
  ...secretFields,
  ...settingFields,
});
export type TrainingRunnerTestRequest = z.infer<typeof trainingRunnerTestRequest>;
export const trainingRunnerTestResponse = z.object({
  latency_ms: z.number(),
  /** Ray's version. */
  version: z.string().optional(),
  /** The base models that it names. */
  base_models: z.array(z.string()).optional(),
  /** What is wrong, and the field that probably causes it. */
  problem: z.object({ message: z.string(), field: z.enum(["address", "key"]).optional() }).optional(),
});
export type TrainingRunnerTest = z.infer<typeof trainingRunnerTestResponse>;

export const trainingBaseModelsRequest = z.strictObject({});
/** Empty if the runner names none. */
export const trainingBaseModelsResponse = z.object({ base_models: z.array(z.string()) });
