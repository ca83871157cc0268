import { STORED_RUNNERS, type ShownRunner, type StoredRunnerType } from "@/lib/contract/training-runner";
import type { AskedRunner } from "@/lib/queries/training-runner";

import type { SecretProblems } from "../secrets/secrets";

/** The fields of the form besides the secrets, which no draft may contain. */
export type RunnerFields = Record<
  | "type"
  | "address"
  | "entrypoint"
  | "project"
  | "concurrency"
  | "silence"
  | "baseModels"
  | "cpus"
  | "gpus"
  | "memory"
  | "resources"
  | "runtimeEnv",
  string
>;
export type RunnerProblems = Partial<Record<keyof RunnerFields, string>>;
type Settings = Omit<AskedRunner, "key" | "headers" | "env_vars" | "replaces">;

/** What the service calls each field. */
const FIELD_OF: Readonly<Record<string, keyof RunnerFields>> = {
  type: "type",
  address: "address",
  entrypoint: "entrypoint",
  project: "project",
  concurrency: "concurrency",
  silence_limit_s: "silence",
  base_models: "baseModels",
  entrypoint_num_cpus: "cpus",
  entrypoint_num_gpus: "gpus",
  entrypoint_memory: "memory",
  entrypoint_resources: "resources",
  runtime_env: "runtimeEnv",
};

const typeOf = (text: string): StoredRunnerType => STORED_RUNNERS.find((type) => type === text) ?? "ray";

/** The fields of a runner, or of a new one. */
export function fieldsOf(runner: ShownRunner | undefined): RunnerFields {
  const numeral = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value, null, 2) : "");
  return {
    type: typeOf(runner?.type ?? ""),
    address: runner?.address ?? "",
    entrypoint: runner?.entrypoint ?? "",
    project: runner?.project ?? "",
    concurrency: numeral(runner?.concurrency),
    silence: numeral(runner?.silence_limit_s),
    baseModels: (runner?.base_models ?? []).join("\n"),
    cpus: numeral(runner?.entrypoint_num_cpus),
    gpus: numeral(runner?.entrypoint_num_gpus),
    memory: numeral(runner?.entrypoint_memory),
    resources: json(runner?.entrypoint_resources),
    runtimeEnv: json(runner?.runtime_env),
  };
}

/** What is sent to the service, or what is wrong; the service checks the rest. */
export function settingsOf(fields: RunnerFields): { settings: Settings } | { problems: RunnerProblems } {
  const problems: RunnerProblems = {};
  const textOf = (field: keyof RunnerFields) => fields[field].trim() || null;
  const numberOf = (field: keyof RunnerFields) => {
    const text = textOf(field);
    if (text === null) return null;
    if (!Number.isFinite(Number(text))) problems[field] = "Enter a number";
    return Number(text);
  };
  const objectOf = (field: keyof RunnerFields): Record<string, unknown> | null => {
    const text = textOf(field);
    if (text === null) return null;
    const value = parsed(text);
    if (!value) problems[field] = "Enter a JSON object";
    return value ?? null;
  };
  const type = typeOf(fields.type);
  if (!textOf("address")) problems.address = "Enter the address";
  if (type === "ray" && !textOf("entrypoint")) problems.entrypoint = "Enter the command that Ray runs";
  const names = fields.baseModels.split("\n").flatMap((line) => line.trim() || []);
  const settings: Settings = {
    type,
    address: fields.address.trim(),
    concurrency: numberOf("concurrency"),
    silence_limit_s: numberOf("silence"),
    base_models: names.length > 0 ? [...new Set(names)] : null,
    ...(type === "service" && { project: textOf("project") }),
    ...(type === "ray" && {
      entrypoint: textOf("entrypoint"),
      entrypoint_num_cpus: numberOf("cpus"),
      entrypoint_num_gpus: numberOf("gpus"),
      entrypoint_memory: numberOf("memory"),
      entrypoint_resources: numbersIn(objectOf("resources"), () => {
        problems.resources = "Enter a JSON object with a number for each name";
      }),
      runtime_env: objectOf("runtimeEnv"),
    }),
  };
  return Object.keys(problems).length > 0 ? { problems } : { settings };
}

/** What the service has against fields of the form, and against anything else. */
export function problemsOf(errors: readonly { path: string; message: string }[]): {
  fields: RunnerProblems;
  others: ReadonlyMap<string, string>;
} {
  const fields: RunnerProblems = {};
  const others = new Map<string, string>();
  for (const { path, message } of errors) {
    const field = FIELD_OF[path.split(/[.[]/)[0] ?? ""];
    if (field) fields[field] ??= sentence(message);
    else others.set(path, sentence(message));
  }
  return { fields, others };
}

/** Of what the service has against other things, that against a list of secrets, by their place in it. */
export function secretProblems(others: ReadonlyMap<string, string>, list: "env_vars" | "headers"): SecretProblems {
  const problems: Record<number, SecretProblems[number]> = {};
  for (const [path, message] of others) {
    const [, first, place, part] = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
    if (first !== list || place === undefined) continue;
    problems[Number(place)] = { [part === "value" ? "value" : "name"]: message, ...problems[Number(place)] };
  }
  return problems;
}

/** The service's messages follow the name of a field. */
const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function numbersIn(value: Record<string, unknown> | null, onProblem: () => void): Record<string, number> | null {
  if (!value) return null;
  const numbers = Object.entries(value).flatMap(([name, one]) =>
    typeof one === "number" ? [[name, one] as const] : [],
  );
  if (numbers.length < Object.keys(value).length) onProblem();
  return Object.fromEntries(numbers);
}
