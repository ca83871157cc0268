// For tests: one full and one minimal body of each request about calls and feedback.

export const fullStart = {
  project_id: "acme/support",
  id: "01a1f81d-80ae-722a-8b6d-d47017ea095f",
  op_name: "weave:///acme/support/op/answer:BDHUIoBLEv95",
  display_name: "Answer!",
  trace_id: "01a1f81d-80af-72c5-a88f-418b80a54665",
  parent_id: "01a1f81d-80af-72c5-a88f-418cc2ea3370",
  thread_id: "t-1",
  turn_id: "u-1",
  started_at: "2026-11-20T08:40:45.487Z",
  attributes: { weave: { client_version: "0.11.1" } },
  inputs: { question: "capital of France?" },
  ext_run_id: "run-7",
  ext_run_step: 3,
};
export const minimalStart = { project_id: "acme/support", op_name: "answer", started_at: "2026-11-20T08:40:45Z" };

export const fullEnd = {
  project_id: "acme/support",
  id: "01a1f81d-80ae-722a-8b6d-d47017ea095f",
  trace_id: "01a1f81d-80af-72c5-a88f-418b80a54665",
  display_name: "Answer!",
  started_at: "2026-11-20T08:40:45.487Z",
  ended_at: "2026-11-20T08:40:46.533Z",
  exception: "boom",
  output: { text: "Paris" },
  summary: { usage: { "gpt-4o-mini": { requests: 1, prompt_tokens: 11 } } },
  ext_run_step_end: 4,
};
export const minimalEnd = { project_id: "acme/support", id: "c1", ended_at: "2026-11-20T08:40:46Z" };

export const fullRead = {
  project_id: "acme/support",
  id: "c1",
  include_costs: true,
  include_storage_size: true,
  include_total_storage_size: false,
};
export const fullQuery = {
  project_id: "acme/support",
  filter: {
    op_names: ["answer"],
    parent_ids: ["p"],
    trace_ids: ["t"],
    call_ids: ["c"],
    thread_ids: ["th"],
    turn_ids: ["tu"],
    ext_user_ids: ["admin"],
    ext_run_ids: ["r"],
    trace_roots_only: true,
  },
  query: { $expr: { $eq: [{ $getField: "op_name" }, { $literal: "answer" }] } },
  sort_by: [{ field: "started_at", direction: "desc" }],
  limit: 100,
  offset: 0,
  after_id: "c0",
  newest: 1000,
  columns: ["id", "op_name"],
  include_costs: false,
  include_storage_size: false,
  include_total_storage_size: false,
  include_overview: true,
};
export const fullStats = {
  project_id: "acme/support",
  filter: { trace_roots_only: true },
  query: fullQuery.query,
  limit: 1,
  include_total_storage_size: true,
};

export const asStart = (fields: object) => ({ start: { ...minimalStart, ...fields } });
export const asEnd = (fields: object) => ({ end: { ...minimalEnd, ...fields } });
export const asRead = (fields: object) => ({ project_id: "p", id: "c1", ...fields });
export const asQuery = (fields: object) => ({ project_id: "p", ...fields });

export const fullFeedback = {
  project_id: "acme/support",
  core_ref: "core:///acme/support/call/01a1f81d-80ae-722a-8b6d-d47017ea095f",
  feedback_type: "custom",
  payload: { verdict: "good", score: 0.9 },
  id: "01a1f81d-80ae-722a-8b6d-d47017ea095f",
  creator: "Ada",
  annotation_ref: "core:///acme/support/object/quality:BDHUIoBLEv95",
  runnable_ref: "core:///acme/support/op/judge:6YlyMvOfPsyY",
  call_ref: "core:///acme/support/call/c2",
  trigger_ref: "core:///acme/support/object/monitor:v3",
};
export const minimalFeedback = {
  project_id: "acme/support",
  core_ref: "core:///acme/support/call/c1",
  feedback_type: "custom",
  payload: { good: true },
};
export const asFeedback = (fields: object) => ({ ...minimalFeedback, ...fields });

export const minimalAlert = {
  name: "Failures",
  metric: { measure: "error_rate" },
  condition: { type: "threshold", comparison: "above", value: 0.05 },
  window_seconds: 300,
  channels: [{ format: "json", url: "http://127.0.0.1:9/hook" }],
};

/** Without the digest of a table. */
export const minimalExperiment = {
  name: "Greetings",
  request: { model: "fake", messages: [{ role: "user", content: "Hello {{name}}" }] },
};

/** Without the ref of a scorer. */
/** A model server that does not respond: nothing listens at this port. */
export const minimalConnection = { name: "hosted", base_url: "http://127.0.0.1:9/v1", api_key: "sk-canary-0123456789" };
export const minimalRunner = { type: "service", address: "http://127.0.0.1:9", key: "lp_canary-0123456789" };
export const minimalScoring = { name: "Politeness of answers", unit: "traces" };
