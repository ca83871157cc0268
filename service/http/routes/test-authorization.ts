import { literal } from "@/lib/contract/expression";
import type { EndpointName } from "@/lib/contract/endpoints";
import { callRef } from "@/lib/contract/refs";
import { minimalAlert, minimalStart } from "@/lib/contract/test-examples";
import { asGroups, asJob, minimalTrajectory } from "@/lib/training/test-jobs";
import { exportOf, SPAN_ID, TRACE_ID } from "@/service/ingest/otlp/test-export";
import { hashKey } from "@/service/people/keys/key-text";
import { withSignature } from "@/service/people/keys/signed-request";
import { digestOf } from "@/service/store/objects/digest";
import type { Expected, Seeded } from "./test-expected";
import { EXPECTED_OF_CONNECTIONS } from "./test-expected-connections";
import { EXPECTED_OF_EXPERIMENTS } from "./test-expected-experiments";
import { EXPECTED_OF_OBJECTS } from "./test-expected-objects";
import { EXPECTED_OF_PEOPLE } from "./test-expected-people";
import { EXPECTED_OF_TRAINING } from "./test-expected-training";
import { ADMIN_KEY } from "./test-service";
import { FAKE_MODEL } from "./test-inference";

/** Trace of the seeded calls: another trace under the same id would be a conflict. */
export const TRACE = "trace";
const byId = (id: string) => ({ $expr: { $eq: [{ $getField: "id" }, literal(id)] } });
const at = (project_id: string) => ({ project_id });
const asStart = (project_id: string, id: string) => ({
  start: { ...minimalStart, project_id, id, trace_id: TRACE },
});
const asEnd = (project_id: string, id: string) => ({ end: { project_id, id, ended_at: "2026-11-20T09:00:00Z" } });
const spans = (project: string) => {
  const [entity = "", name = ""] = project.split("/");
  return exportOf([{ name: "span" }], { "wandb.entity": entity, "wandb.project": name });
};

// Refused requests of other projects' keys are in a project's log, with their owners.
const ownRecords = (project: string, { canary }: Seeded) => ({ ...at(project), owner: canary });
const logs = (project: string) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: "wandb.project", value: { stringValue: project } }] },
      scopeLogs: [{ logRecords: [{ eventName: "gen_ai.user.message", traceId: TRACE_ID, spanId: SPAN_ID }] }],
    },
  ],
});

const EMAIL_RULE = { kind: "email", name: "E-mail" };
const KEEP = { keep_queued: true, keep_in_tables: true, keep_annotated: true };
const CHAT = { model: FAKE_MODEL, messages: [{ role: "user", content: "Hello?" }] };
const signedByAdmin = (method: string, parameters: Record<string, string>) =>
  withSignature(hashKey(ADMIN_KEY).toString("hex"), method, { ...parameters, key: "admin", expires: "9999999999" });
const tracedProject = (project: string) => ({ "x-project": project });
const clientProject = (project: string) => ({ "client-project": project });

/** A file in a form. */
export function fileForm(project_id: string, content: string): FormData {
  const form = new FormData();
  form.set("project_id", project_id);
  form.set("file", new Blob([content]), "obj.py");
  return form;
}

/** One for every endpoint; a missing one does not compile. */
export const EXPECTED: Record<EndpointName, Expected> = {
  feedbackCreate: {
    needs: "annotator",
    body: (project_id, { project, callId }) => ({
      project_id,
      core_ref: callRef(project, callId),
      feedback_type: "custom",
      payload: {},
    }),
    swapped: 422,
  },
  feedbackBatchCreate: {
    needs: "annotator",
    body: (project_id, { project, callId }) => ({
      batch: [{ project_id, core_ref: callRef(project, callId), feedback_type: "custom", payload: {} }],
    }),
    foreign: 200,
    swapped: 200,
  },
  feedbackReplace: {
    needs: "annotator",
    body: (project_id, { callId, feedbackId }) => ({
      project_id,
      feedback_id: feedbackId,
      core_ref: callRef(project_id, callId),
      feedback_type: "custom",
      payload: {},
    }),
    swapped: 404,
  },
  feedbackQuery: {
    needs: "viewer",
    body: (project, { feedbackId }) => ({ ...at(project), query: byId(feedbackId) }),
    swapped: 200,
  },
  feedbackQueryStats: {
    needs: "viewer",
    body: (project, { feedbackId }) => ({ ...at(project), query: byId(feedbackId), start: "2020-01-01T00:00:00Z" }),
    swapped: 200,
  },
  feedbackCompare: {
    needs: "viewer",
    body: (project) => ({ ...at(project), first: { feedback_type: "a" }, second: { feedback_type: "b" } }),
    swapped: 200,
  },
  feedbackPurge: {
    needs: "annotator",
    body: (project, { feedbackId }) => ({ ...at(project), query: byId(feedbackId) }),
    swapped: 200,
  },
  callRead: { needs: "viewer", body: (project, { callId }) => ({ ...at(project), id: callId }), swapped: 404 },
  callStart: { needs: "member", body: (project, { callId }) => asStart(project, callId), swapped: 200 },
  callEnd: { needs: "member", body: (project, { callId }) => asEnd(project, callId), swapped: 200 },
  callUpsertBatch: {
    needs: "member",
    body: (project, { callId }) => ({
      batch: [
        { mode: "start", req: asStart(project, callId) },
        { mode: "end", req: asEnd(project, callId) },
      ],
    }),
    foreign: 200,
    swapped: 200,
  },
  callsComplete: {
    needs: "member",
    body: (project, { callId }) => ({
      batch: [{ ...asStart(project, callId).start, ...asEnd(project, callId).end }],
    }),
    foreign: 200,
    swapped: 200,
  },
  callsStreamQuery: {
    needs: "viewer",
    body: (project, { callId }) => ({ ...at(project), filter: { call_ids: [callId] } }),
    swapped: 200,
  },
  callsQueryStats: {
    needs: "viewer",
    body: (project, { callId }) => ({ ...at(project), filter: { call_ids: [callId] } }),
    swapped: 200,
  },
  callsStats: { needs: "viewer", body: (project) => ({ ...at(project), start: "2026-11-20T00:00:00Z" }) },
  callsFacets: {
    needs: "viewer",
    body: (project, { callId }) => ({ ...at(project), filter: { call_ids: [callId] }, fields: ["status"] }),
    swapped: 200,
  },
  callsModels: { needs: "viewer", body: at },
  threadsStreamQuery: { needs: "viewer", body: at },
  threadsQueryStats: { needs: "viewer", body: at },
  callUpdate: {
    needs: "member",
    body: (project, { callId }) => ({ ...at(project), call_id: callId, display_name: "renamed" }),
    swapped: 200,
  },
  callsDelete: {
    needs: "member",
    // The seeded records are kept for later tests.
    body: (project, seeded) => ({ ...at(project), call_ids: project === seeded.project ? [] : [seeded.callId] }),
    swapped: 200,
  },
  callsRestore: { needs: "member", body: (project) => ({ ...at(project), call_ids: ["none"] }) },
  costQuery: { needs: "viewer", body: at },
  costCreate: {
    needs: "admin",
    body: (project) => ({ ...at(project), costs: { m: { prompt_token_cost: 1, completion_token_cost: 1 } } }),
  },
  costPurge: { needs: "admin", body: (project) => ({ ...at(project), query: byId("none") }) },
  // No sign-in provider is configured.
  peopleSignIn: { needs: "none", open: 404, body: () => ({}) },
  peopleProviderSignOut: { needs: "none", open: 404, body: () => ({}) },
  peopleSignOut: { needs: "viewer", body: () => ({}), foreign: 200 },
  ...EXPECTED_OF_PEOPLE,
  ...EXPECTED_OF_CONNECTIONS,
  ...EXPECTED_OF_OBJECTS,
  fileCreate: { needs: "member", body: (project) => fileForm(project, "new") },
  fileContent: {
    needs: "viewer",
    body: (project, { fileDigest }) => ({ ...at(project), digest: fileDigest }),
    swapped: 404,
  },
  tableCreate: { needs: "member", body: (project) => ({ table: { ...at(project), rows: [{ new: true }] } }) },
  tableUpdate: {
    needs: "member",
    body: (project, { tableDigest }) => ({ ...at(project), base_digest: tableDigest, updates: [] }),
    swapped: 404,
  },
  tableQuery: {
    needs: "viewer",
    body: (project, { tableDigest }) => ({ ...at(project), digest: tableDigest }),
    swapped: 404,
  },
  tableQueryStats: {
    needs: "viewer",
    body: (project, { tableDigest }) => ({ ...at(project), digest: tableDigest }),
    swapped: 404,
  },
  tablesQuery: {
    needs: "viewer",
    body: (project, { tableDigest }) => ({ ...at(project), filter: { digests: [tableDigest] } }),
    swapped: 200,
  },
  tableProfile: {
    needs: "viewer",
    body: (project, { tableDigest }) => ({ ...at(project), digest: tableDigest }),
    swapped: 404,
  },
  tableDiff: {
    needs: "viewer",
    body: (project, { tableDigest }) => ({ ...at(project), base_digest: tableDigest, digest: tableDigest }),
    swapped: 404,
  },
  projectsQuery: { needs: "viewer", body: () => ({}), foreign: 200 },
  projectsStats: { needs: "viewer", body: (project) => ({ project_ids: [project], start: "2026-11-20T00:00:00Z" }) },
  maskingRulesQuery: { needs: "member", body: at },
  maskingRulesSet: {
    needs: "admin",
    // As they are seeded: a request may be repeated.
    body: (project, { canary: name }) => ({ ...at(project), rules: [{ ...EMAIL_RULE, name }], replaces: 0 }),
  },
  erasurePreview: { needs: "admin", body: (project) => ({ ...at(project), user_id: "nobody" }) },
  erasureCreate: { needs: "admin", body: (project) => ({ ...at(project), user_id: "nobody", confirm: "nobody" }) },
  erasureQuery: { needs: "admin", body: at },
  maskingDryRun: { needs: "admin", body: (project) => ({ ...at(project), rules: [EMAIL_RULE] }) },
  retentionQuery: { needs: "viewer", body: at },
  retentionSet: { needs: "admin", body: (project) => ({ ...at(project), ...KEEP, keep_days: null, replaces: 0 }) },
  retentionPreview: { needs: "viewer", body: (project) => ({ ...at(project), ...KEEP, keep_days: 30 }) },
  projectSettingsRead: { needs: "viewer", body: at },
  projectSettingsUpdate: { needs: "admin", body: at },
  keysCreate: {
    needs: "admin",
    body: (project_pattern, seeded) => ({
      owner: "new",
      roles: [...new Set([project_pattern, seeded.project])].map((pattern) => ({
        project_pattern: pattern,
        role: "viewer",
      })),
    }),
    swapped: 403,
  },
  keysQuery: { needs: "admin", body: () => ({ include_revoked: true }), foreign: 200 },
  keysRevoke: { needs: "admin", body: (_project, { keyId }) => ({ id: keyId }), foreign: 404, swapped: 404 },
  keysSelf: { needs: "viewer", body: () => ({}), foreign: 200 },
  refusalsQuery: { needs: "viewer", body: at },
  otlpTraces: { needs: "member", body: spans, foreign: 200 },
  otlpTracesPrefixed: { needs: "member", body: spans, foreign: 200 },
  otlpTracesAgents: { needs: "member", body: spans, foreign: 200 },
  otlpTracesLangfuse: { needs: "member", body: spans, foreign: 200 },
  otlpLogs: { needs: "member", body: logs, foreign: 200 },
  otlpLogsPrefixed: { needs: "member", body: logs, foreign: 200 },
  otlpMetrics: { needs: "member", body: () => ({ resourceMetrics: [] }), foreign: 200 },
  otlpMetricsPrefixed: { needs: "member", body: () => ({ resourceMetrics: [] }), foreign: 200 },
  langfuseHealth: { needs: "none" },
  langfuseProjects: { needs: "viewer", headers: tracedProject },
  langfusePrompt: {
    needs: "viewer",
    body: (_project, { promptName }) => ({ name: promptName }),
    headers: tracedProject,
  },
  langfusePromptCreate: {
    needs: "member",
    body: () => ({ name: "new", prompt: "Hello" }),
    headers: tracedProject,
  },
  langfusePromptLabels: {
    needs: "member",
    body: (_project, { promptName }) => ({ name: promptName, version: 1, newLabels: ["tested"] }),
    headers: tracedProject,
  },
  langfuseMediaCreate: {
    needs: "member",
    body: () => ({ contentType: "image/png", contentLength: 1, sha256Hash: `${"a".repeat(43)}=` }),
    headers: tracedProject,
  },
  langfuseMedia: {
    needs: "viewer",
    body: (_project, { fileDigest }) => ({ media_id: fileDigest }),
    headers: tracedProject,
  },
  langfuseMediaUploaded: { needs: "member", body: () => ({ media_id: "m" }), headers: tracedProject },
  langfuseMediaUpload: {
    needs: "none",
    body: (project) => signedByAdmin("PUT", { project, digest: digestOf(""), type: "text/plain", length: "0" }),
  },
  langfuseMediaContent: {
    needs: "none",
    body: (project, { fileDigest: digest }) => signedByAdmin("GET", { project, digest }),
  },
  langfuseDatasets: { needs: "viewer", headers: tracedProject },
  langfuseDatasetCreate: { needs: "member", body: () => ({ name: "dataset" }), headers: tracedProject },
  langfuseDataset: {
    needs: "viewer",
    body: (_project, { datasetName }) => ({ name: datasetName }),
    headers: tracedProject,
  },
  langfuseDatasetItems: {
    needs: "viewer",
    body: (_project, { datasetName }) => ({ datasetName }),
    headers: tracedProject,
  },
  langfuseDatasetItemCreate: {
    needs: "member",
    body: (_project, { datasetName }) => ({ datasetName, input: 1 }),
    headers: tracedProject,
  },
  langfuseRunItemCreate: {
    needs: "member",
    body: (_project, { callId }) => ({ runName: "run", datasetItemId: "item", observationId: callId }),
    headers: tracedProject,
  },
  langfuseScores: {
    needs: "annotator",
    body: (_project, { callId }) => ({ name: "new", value: 1, observationId: callId }),
    headers: tracedProject,
  },
  langfuseIngestion: {
    needs: "annotator",
    body: (_project, { callId }) => ({
      batch: [{ id: "e", type: "score-create", body: { name: "new", value: 1, observationId: callId } }],
    }),
    headers: tracedProject,
  },
  mcp: {
    needs: "viewer",
    body: () => ({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    headers: () => ({ accept: "application/json, text/event-stream" }),
    foreign: 200,
  },
  graphql: { needs: "viewer", body: () => ({ query: "query { viewer { username } }" }), foreign: 200 },
  chatCompletions: { needs: "member", body: () => CHAT, headers: clientProject },
  chatCompletionsPlain: { needs: "member", body: () => CHAT, headers: clientProject },
  models: { needs: "viewer", headers: clientProject },
  trainingJobCreate: {
    needs: "member",
    body: (_project, { project, modelId, callId }) =>
      asJob({
        model_id: modelId,
        trajectory_groups: asGroups([
          { ...minimalTrajectory, metadata: { call_refs: [callRef(project, callId)] } },
          minimalTrajectory,
        ]),
      }),
    foreign: 422,
    swapped: 422,
  },
  alertCreate: { needs: "member", body: (project) => ({ ...at(project), ...minimalAlert }) },
  alertUpdate: {
    needs: "member",
    body: (project, { alertId }) => ({ ...at(project), id: alertId, consecutive: 2 }),
    swapped: 404,
  },
  alertDelete: {
    needs: "member",
    body: (project, { disposableAlertId: id }) => ({ ...at(project), id }),
    swapped: 200,
  },
  alertsQuery: { needs: "viewer", body: at },
  alertHistory: { needs: "viewer", body: (project, { alertId: id }) => ({ ...at(project), id }), swapped: 404 },
  alertMute: {
    needs: "member",
    body: (project, { alertId: id }) => ({ ...at(project), id, until: null }),
    swapped: 404,
  },
  alertTest: { needs: "member", body: (project, { alertId: id }) => ({ ...at(project), id }), swapped: 404 },
  auditQuery: { needs: "admin", body: ownRecords },
  auditExport: { needs: "admin", body: ownRecords },
  ...EXPECTED_OF_EXPERIMENTS,
  ...EXPECTED_OF_TRAINING,
  health: { needs: "none" },
  ready: { needs: "none" },
  serverInfo: { needs: "none" },
  metrics: { needs: "none" },
  openapi: { needs: "none" },
  docs: { needs: "none" },
};
