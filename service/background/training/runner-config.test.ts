import { describe, expect, test } from "vitest";
import { runnerConfig } from "./runner-config";

const ofEvery = { concurrency: 1, silence_limit_s: 3600 };

test.each([
  [
    { type: "command", command: ["python", "train.py"] },
    { type: "command", command: ["python", "train.py"], env: {}, ...ofEvery },
  ],
  [
    { type: "ray", address: "http://127.0.0.1:8265/", entrypoint: "python train.py" },
    {
      type: "ray",
      address: "http://127.0.0.1:8265",
      entrypoint: "python train.py",
      runtime_env: { env_vars: {} },
      headers: {},
      ...ofEvery,
    },
  ],
  [
    { type: "service", base_url: "https://train.example.com/v1/", api_key: "k", concurrency: 4, silence_limit_s: 60 },
    { type: "service", base_url: "https://train.example.com", api_key: "k", concurrency: 4, silence_limit_s: 60 },
  ],
])("%j is taken", (given, taken) => expect(runnerConfig.parse(given)).toEqual(taken));

describe("errors name the invalid setting", () => {
  test.each([
    [{}, "type", "must be an object whose type is command, ray or service"],
    [{ type: "slurm" }, "type", "must be an object whose type is command, ray or service"],
    [{ type: "command", command: [] }, "command", "must contain at least the program"],
    [{ type: "command", command: ["a"], env: { "a b": "" } }, "env.a b", "must be the name of a variable"],
    [{ type: "command", command: ["a"], concurrency: 0 }, "concurrency", "must be at least 1"],
    [{ type: "command", command: ["a"], silence_limit_s: 0 }, "silence_limit_s", "must be at least 1"],
    [{ type: "ray", address: "ray://head:10001", entrypoint: "a" }, "address", "must be an http or https address"],
    [
      { type: "ray", address: "http://h", entrypoint: "a", runtime_env: { working_dir: "." } },
      "runtime_env.working_dir",
      "is set by Loupe; put the files to upload into the folder named by `folder`",
    ],
    [{ type: "service", base_url: "http://h", api_key: "a\nb" }, "api_key", "must be plain text without spaces"],
    [
      { type: "service", base_url: "http://h", api_key: "a", project: "p" },
      "project",
      "must have the form <entity>/<project>",
    ],
  ])("%j", (given, path, message) => {
    const [issue] = runnerConfig.safeParse(given).error?.issues ?? [];
    expect(issue?.path.join(".")).toBe(path);
    const shown = issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message;
    expect(shown).toContain(message);
  });
});
