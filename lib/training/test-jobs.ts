// For tests: bodies of training jobs.

export const MODEL_ID = "0193a1b2-0000-7000-8000-00000000000a";

export const minimalTrajectory = { messages_and_choices: [{ role: "user", content: "2 + 2?" }], reward: 1 };

/** Every field that a trajectory may have, and an unknown one. */
const fullTrajectory = {
  messages_and_choices: [
    { role: "system", content: "Answer with a number.", name: "rules" },
    { role: "user", content: [{ type: "text", text: "2 + 2?" }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "t1", type: "function", function: { name: "add", arguments: '{"a":2,"b":2}' } }],
    },
    { role: "tool", tool_call_id: "t1", content: "4" },
    {
      finish_reason: "stop",
      index: 0,
      message: { role: "assistant", content: "4" },
      logprobs: { content: [{ token: "4", logprob: -0.25, bytes: [52], top_logprobs: [] }] },
    },
  ],
  reward: 0.5,
  tools: [
    {
      type: "function",
      function: { name: "add", description: "Adds.", parameters: { type: "object" }, strict: true },
    },
  ],
  additional_histories: [{ messages_and_choices: [{ role: "user", content: "before" }], tools: null }],
  metrics: { turns: 2 },
  metadata: { call_refs: ["core:///acme/support/call/c1"], topic: "sums" },
  logs: ["asked", "answered"],
  start_time: "2026-11-20T08:40:45.487Z",
  policy: "greedy",
};

export const asGroups = (...groups: object[][]) => groups.map((trajectories) => ({ trajectories }));

/** A valid body, with the fields that the test sets. */
export const asJob = (fields: object = {}) => ({
  model_id: MODEL_ID,
  trajectory_groups: asGroups([minimalTrajectory, { ...minimalTrajectory, reward: 0 }]),
  ...fields,
});

export const fullJob = asJob({
  trajectory_groups: asGroups([fullTrajectory, minimalTrajectory], [minimalTrajectory]),
  experimental_config: { learning_rate: 5e-6, precalculate_logprobs: true, ppo: false },
  note: "a field that nobody knows",
});
