import { describe, expect, test } from "vitest";
import { problemsOf, readBody } from "./test-body";
import { trainingJobRequest, trainingJobTestTableRequest } from "./training";

const MODEL_ID = "0193a1b2-0000-7000-8000-00000000000a";
const said = { role: "user", content: "2 + 2?" };
const choice = { finish_reason: "stop", index: 0, message: { role: "assistant", content: "4" }, logprobs: null };
const minimal = { messages_and_choices: [said], reward: 1 };
const asJob = (fields: object) => ({ model_id: MODEL_ID, trajectory_groups: [{ trajectories: [minimal] }], ...fields });
const asTrajectory = (fields: object) => asJob({ trajectory_groups: [{ trajectories: [{ ...minimal, ...fields }] }] });
const tool = (fields: object) => ({ tools: [{ type: "function", function: { name: "add", ...fields } }] });
const IN_TRAJECTORY = "trajectory_groups[0].trajectories[0]";

describe("what is refused, by its path", () => {
  test.each<[what: string, body: unknown, path: string, message: string]>([
    ["model_id is required", { ...asJob({}), model_id: undefined }, "model_id", "is required"],
    ["model_id is a UUID", asJob({ model_id: "gpt" }), "model_id", "must be a UUID"],
    ["model_id is a string", asJob({ model_id: 7 }), "model_id", "must be a string, found a number"],
    ["groups are required", { model_id: MODEL_ID }, "trajectory_groups", "is required"],
    [
      "the groups are a list",
      asJob({ trajectory_groups: {} }),
      "trajectory_groups",
      "must be an array, found an object",
    ],
    ["there is at least one group", asJob({ trajectory_groups: [] }), "trajectory_groups", "must not be empty"],
    [
      "a group is an object",
      asJob({ trajectory_groups: [[]] }),
      "trajectory_groups[0]",
      "must be an object, found an array",
    ],
    [
      "a group has trajectories",
      asJob({ trajectory_groups: [{}] }),
      "trajectory_groups[0].trajectories",
      "is required",
    ],
    [
      "experimental_config is an object",
      asJob({ experimental_config: [] }),
      "experimental_config",
      "must be an object, found an array",
    ],
    [
      "learning_rate is a number",
      asJob({ experimental_config: { learning_rate: "1" } }),
      "experimental_config.learning_rate",
      "must be a number, found a string",
    ],
    [
      "learning_rate is greater than 0",
      asJob({ experimental_config: { learning_rate: 0 } }),
      "experimental_config.learning_rate",
      "must be greater than 0",
    ],
    [
      "precalculate_logprobs is a boolean",
      asJob({ experimental_config: { precalculate_logprobs: 1 } }),
      "experimental_config.precalculate_logprobs",
      "must be true or false, found a number",
    ],
    [
      "messages are required",
      asTrajectory({ messages_and_choices: undefined }),
      `${IN_TRAJECTORY}.messages_and_choices`,
      "is required (only a trajectory with exchanges may omit it)",
    ],
    [
      "there is at least one message",
      asTrajectory({ messages_and_choices: [] }),
      `${IN_TRAJECTORY}.messages_and_choices`,
      "must not be empty",
    ],
    [
      "a message is an object",
      asTrajectory({ messages_and_choices: ["hi"] }),
      `${IN_TRAJECTORY}.messages_and_choices[0]`,
      "must be an object, found a string",
    ],
    [
      "a message has a role",
      asTrajectory({ messages_and_choices: [{ content: "hi" }] }),
      `${IN_TRAJECTORY}.messages_and_choices[0].role`,
      "is required (only a choice with a message may omit it)",
    ],
    [
      "a role is a string",
      asTrajectory({ messages_and_choices: [{ role: 1 }] }),
      `${IN_TRAJECTORY}.messages_and_choices[0].role`,
      "must be a string, found a number",
    ],
    [
      "content is a string or parts",
      asTrajectory({ messages_and_choices: [{ ...said, content: 4 }] }),
      `${IN_TRAJECTORY}.messages_and_choices[0].content`,
      "must be a string, an array of parts, or null",
    ],
    [
      "a message's name is a string",
      asTrajectory({ messages_and_choices: [{ ...said, name: 4 }] }),
      `${IN_TRAJECTORY}.messages_and_choices[0].name`,
      "must be a string, found a number",
    ],
    [
      "a choice's message has a role",
      asTrajectory({ messages_and_choices: [{ ...choice, message: {} }] }),
      `${IN_TRAJECTORY}.messages_and_choices[0].message.role`,
      "is required",
    ],
    ["reward is required", asTrajectory({ reward: undefined }), `${IN_TRAJECTORY}.reward`, "is required"],
    [
      "reward is a number",
      asTrajectory({ reward: "1" }),
      `${IN_TRAJECTORY}.reward`,
      "must be a number, found a string",
    ],
    ["reward is not null", asTrajectory({ reward: null }), `${IN_TRAJECTORY}.reward`, "must be a number, found null"],
    ["tools are a list", asTrajectory({ tools: {} }), `${IN_TRAJECTORY}.tools`, "must be an array, found an object"],
    [
      "a tool's function has a name",
      asTrajectory(tool({ name: undefined })),
      `${IN_TRAJECTORY}.tools[0].function.name`,
      "is required",
    ],
    [
      "a tool's parameters are an object",
      asTrajectory(tool({ parameters: [] })),
      `${IN_TRAJECTORY}.tools[0].function.parameters`,
      "expected a JSON object, found an array",
    ],
    [
      "additional histories are a list",
      asTrajectory({ additional_histories: {} }),
      `${IN_TRAJECTORY}.additional_histories`,
      "must be an array, found an object",
    ],
    [
      "metrics are an object",
      asTrajectory({ metrics: [] }),
      `${IN_TRAJECTORY}.metrics`,
      "must be an object, found an array",
    ],
    [
      "metadata is an object",
      asTrajectory({ metadata: "x" }),
      `${IN_TRAJECTORY}.metadata`,
      "must be an object, found a string",
    ],
    ["logs are a list", asTrajectory({ logs: "x" }), `${IN_TRAJECTORY}.logs`, "must be an array, found a string"],
    [
      "start_time is a time",
      asTrajectory({ start_time: "noon" }),
      `${IN_TRAJECTORY}.start_time`,
      "must be an ISO 8601 date-time, such as 2026-11-20T08:40:45.487Z",
    ],
  ])("%s", (_what, body, path, message) => {
    expect(problemsOf(trainingJobRequest, body)).toEqual([{ path, message }]);
  });

  test("all errors in one response", () => {
    const body = { trajectory_groups: [{ trajectories: [{ ...minimal, reward: null, logs: 1 }, {}] }] };
    expect(
      problemsOf(trainingJobRequest, body)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      "model_id",
      `${IN_TRAJECTORY}.logs`,
      `${IN_TRAJECTORY}.reward`,
      "trajectory_groups[0].trajectories[1].messages_and_choices",
      "trajectory_groups[0].trajectories[1].reward",
    ]);
  });
});

describe("what is taken", () => {
  test.each<[what: string, body: unknown]>([
    ["a minimal job", asJob({})],
    [
      "a group whose attempts all failed",
      asJob({ trajectory_groups: [{ trajectories: [] }, { trajectories: [minimal] }] }),
    ],
    [
      "exchanges instead of messages",
      asTrajectory({
        messages_and_choices: undefined,
        exchanges: { chat_completions: [{ request: { messages: [] }, response: { choices: [] } }], responses: [] },
      }),
    ],
    [
      "a learning rate and log-probabilities",
      asJob({ experimental_config: { learning_rate: 5e-6, precalculate_logprobs: true } }),
    ],
    ["options of an unknown loss", asJob({ experimental_config: { ppo: true, epsilon: 0.2 } })],
    ["null for optional fields", asJob({ experimental_config: null })],
    [
      "nulls in a trajectory",
      asTrajectory({
        tools: null,
        additional_histories: null,
        metrics: null,
        metadata: null,
        logs: null,
        start_time: null,
      }),
    ],
    ["messages with names", asTrajectory({ messages_and_choices: [{ ...said, name: "ada" }] })],
    [
      "content as parts",
      asTrajectory({ messages_and_choices: [{ role: "user", content: [{ type: "text", text: "hi" }] }] }),
    ],
    [
      "a choice with log-probabilities",
      asTrajectory({
        messages_and_choices: [
          said,
          {
            ...choice,
            logprobs: { content: [{ token: "4", logprob: -9999.0, bytes: [52], top_logprobs: [] }], refusal: null },
          },
        ],
      }),
    ],
    [
      "tools, including strict ones",
      asTrajectory(tool({ description: "Adds.", parameters: { type: "object" }, strict: true })),
    ],
    [
      "additional histories of any kind",
      asTrajectory({ additional_histories: [{ messages_and_choices: [said], tools: null }, []] }),
    ],
    [
      "metrics and metadata of any kind",
      asTrajectory({ metrics: { turns: 2, won: true }, metadata: { topic: "sums", deep: [{}] } }),
    ],
    ["logs", asTrajectory({ logs: ["asked", "answered"] })],
    ["a start time in any time zone", asTrajectory({ start_time: "2026-11-20T10:40:45+02:00" })],
    ["negative rewards", asTrajectory({ reward: -1.5 })],
    ["unknown fields", asTrajectory({ policy: "greedy" })],
  ])("%s", (_what, body) => {
    expect(problemsOf(trainingJobRequest, body)).toEqual([]);
  });

  test("a model ID in any case", () => {
    expect(readBody(trainingJobRequest, asJob({ model_id: MODEL_ID.toUpperCase() })).model_id).toBe(MODEL_ID);
  });
});

describe("the test table of a job", () => {
  const withRef = (test_table_ref?: unknown) => ({ id: MODEL_ID, test_table_ref });

  test.each([
    ["of a version of a dataset", "core:///acme/a/object/questions:d1"],
    ["of a table", "core:///acme/a/table/d1"],
    ["none", null],
  ])("%s", (_what, ref) => {
    expect(trainingJobTestTableRequest.parse(withRef(ref))).toEqual(withRef(ref));
  });

  test.each([
    ["is required", withRef(), "is required"],
    ["is a ref", withRef("questions"), "a ref must start with core:///"],
    ["is a string", withRef(7), "must be a string, found a number"],
  ])("%s", (_what, body, message) => {
    expect(problemsOf(trainingJobTestTableRequest, body)).toEqual([
      { path: "test_table_ref", message: expect.stringContaining(message) },
    ]);
  });
});
