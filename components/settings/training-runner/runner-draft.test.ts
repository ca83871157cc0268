import { expect, test } from "vitest";
import type { ShownRunner } from "@/lib/contract/training-runner";
import { fieldsOf, problemsOf, settingsOf } from "./runner-draft";

const RAY: ShownRunner = {
  type: "ray",
  address: "https://ray.example.com",
  entrypoint: "python train.py",
  runtime_env: { pip: ["torch"] },
  entrypoint_num_gpus: 0.5,
  entrypoint_resources: { a100: 2 },
  concurrency: 2,
  silence_limit_s: 60,
  base_models: ["a", "b"],
  has_key: true,
  headers: [],
  env_vars: [],
};

test("a stored runner is sent back as it is", () => {
  expect(settingsOf(fieldsOf(RAY))).toEqual({
    settings: {
      type: "ray",
      address: "https://ray.example.com",
      entrypoint: "python train.py",
      runtime_env: { pip: ["torch"] },
      entrypoint_num_cpus: null,
      entrypoint_num_gpus: 0.5,
      entrypoint_memory: null,
      entrypoint_resources: { a100: 2 },
      concurrency: 2,
      silence_limit_s: 60,
      base_models: ["a", "b"],
    },
  });
});

test("fields of another type are not sent", () => {
  const fields = { ...fieldsOf(RAY), type: "service", project: " acme/training ", baseModels: "" };
  expect(settingsOf(fields)).toEqual({
    settings: {
      type: "service",
      address: "https://ray.example.com",
      project: "acme/training",
      concurrency: 2,
      silence_limit_s: 60,
      base_models: null,
    },
  });
});

test.each([
  [{ address: " " }, { address: "Enter the address" }],
  [{ entrypoint: "" }, { entrypoint: "Enter the command that Ray runs" }],
  [{ gpus: "one" }, { gpus: "Enter a number" }],
  [{ runtimeEnv: "{" }, { runtimeEnv: "Enter a JSON object" }],
  [{ runtimeEnv: "[]" }, { runtimeEnv: "Enter a JSON object" }],
  [{ resources: '{"a": "b"}' }, { resources: "Enter a JSON object with a number for each name" }],
])("%j is a problem", (change, problems) => {
  expect(settingsOf({ ...fieldsOf(RAY), ...change })).toEqual({ problems });
});

test("what the service rejects is shown at its field, and the rest elsewhere", () => {
  const { fields, others } = problemsOf([
    { path: "silence_limit_s", message: "must be at least 1" },
    { path: "base_models[1]", message: "must not be empty" },
    { path: "headers[0].name", message: "is a header that Loupe sets itself" },
    { path: "key", message: "must be entered again" },
  ]);
  expect(fields).toEqual({ silence: "Must be at least 1", baseModels: "Must not be empty" });
  expect([...others]).toEqual([
    ["headers[0].name", "Is a header that Loupe sets itself"],
    ["key", "Must be entered again"],
  ]);
});
