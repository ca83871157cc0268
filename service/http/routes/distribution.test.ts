import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf, type Endpoint, takesBody } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { literal } from "@/lib/contract/expression";
import { callRef, versionRef } from "@/lib/contract/refs";
import { minimalAlert, minimalExperiment, minimalScoring, minimalStart } from "@/lib/contract/test-examples";
import { writeScorer } from "@/lib/scorer/stored-scorer";
import { asJob } from "@/lib/training/test-jobs";
import { distributionFaults } from "@/service/store/testing/test-distribution";
import { recordStatements } from "@/service/store/testing/test-statements";
import { EXPECTED, TRACE, fileForm } from "./test-authorization";
import type { Seeded } from "./test-expected";
import { SEEDED_CONNECTIONS } from "./test-expected-connections";
import { disposable } from "./test-expected-objects";
import { ADMIN_KEY, postOf, useService } from "./test-service";

/** Every table that has rows of a project. */
const TENANT_TABLES = [
  "projects",
  "calls",
  "call_payloads",
  "call_hours",
  "stale_call_hours",
  "trace_totals",
  "trace_usage",
  "calls_above_failures",
  "stale_traces",
  "unfilled_traces",
  "feedback",
  "refusals",
  "refusal_counts",
  "costs",
  "object_names",
  "objects",
  "object_values",
  "object_labels",
  "object_label_moves",
  "files",
  "file_parts",
  "tables",
  "table_chunks",
  "table_rows",
  "table_columns",
  "search_queue",
  "search_segments",
  "search_pages",
  "search_ids",
  "trained_models",
  "training_jobs",
  "training_parts",
  "training_groups",
  "training_calls",
  "training_events",
  "training_checkpoints",
  "alerts",
  "alert_channels",
  "alert_events",
  "alert_deliveries",
  "experiments",
  "experiment_rows",
  "scoring_rules",
  "scoring_traces",
  "scoring_threads",
  "scoring_calls",
  "retention_runs",
  "table_sources",
];
/** The list of projects covers all of them by design, and is requested rarely, by people. */
const LIST_OF_PROJECTS = /from projects p where/;
/** Requests that contain only the id of a model or a job. */
const PROJECT_OF_ID = /^select o\.project_id from \w+ o where o\.id = /;
const OVER_PROJECTS = [LIST_OF_PROJECTS, PROJECT_OF_ID];

const service = useService();
const project_id = "acme/spread";
let recording: ReturnType<typeof recordStatements>;
beforeAll(() => {
  recording = recordStatements();
});
afterAll(() => recording.stop());

async function post(path: string, body: unknown, headers: Record<string, string> = {}, status = 200) {
  const response = await service.app().request(path, body instanceof FormData ? formOf(body) : postOf(body, headers));
  const text = await response.text();
  expect([path, response.status, text]).toEqual([path, status, text]);
  return JSON.parse(text.split("\n")[0] || "{}");
}

async function ask(endpoint: Endpoint, path: string, body: unknown, more: Record<string, string> = {}) {
  const { method } = endpoint;
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, ...more };
  const sent = takesBody(endpoint) ? { ...postOf(body, more), method } : { method, headers };
  const response = await service.app().request(path, sent);
  expect([path, response.status]).toEqual([path, 200]);
  await response.arrayBuffer();
}

const formOf = (body: FormData) => ({ method: "POST", headers: { authorization: `Bearer ${ADMIN_KEY}` }, body });

async function seed(): Promise<Seeded> {
  const [canary, callId, objectId, promptName] = ["canary", "c1", "o1", "p1"];
  await post("/call/start", { start: { ...minimalStart, project_id, id: callId, trace_id: TRACE } });
  const about = { project_id, core_ref: callRef(project_id, callId), feedback_type: "custom", payload: {} };
  const { id: feedbackId } = await post("/feedback/create", about);
  for (const object_id of [objectId, disposable(objectId)])
    await post("/obj/create", { obj: { project_id, object_id, val: {} } });
  await post("/obj/create", { obj: { project_id, object_id: promptName, val: "Hello" } });
  const { digest: tableDigest } = await post("/table/create", {
    table: { project_id, rows: [{ n: 1, name: "Ada" }, { n: 2 }] },
  });
  const [datasetName, rows] = ["d1", `core:///${project_id}/table/${tableDigest}`];
  await post("/obj/create", { obj: { project_id, object_id: datasetName, val: { rows } } });
  const { digest: fileDigest } = await post("/file/create", fileForm(project_id, canary));
  const { key } = await post("/keys/create", {
    owner: "ada",
    roles: [{ project_pattern: project_id, role: "viewer" }],
  });
  const { id: modelId } = await post("/v1/preview/models", { project_id, base_model: "base" });
  const { id: disposableModelId } = await post("/v1/preview/models", { project_id, base_model: "base" });
  const { id: jobId } = await post("/v1/preview/training-jobs", asJob({ model_id: modelId }));
  for (const connection of SEEDED_CONNECTIONS) await post("/connections/create", connection);
  const { alert } = await post("/alerts/create", { project_id, ...minimalAlert });
  const { id: alertId } = alert;
  const { alert: other } = await post("/alerts/create", { project_id, ...minimalAlert });
  const { experiment } = await post("/experiments/create", {
    project_id,
    ...minimalExperiment,
    table_digest: tableDigest,
  });
  const scorer = { name: "s1", definition: { type: "latency" as const } };
  const { digest: scorerDigest } = await post("/obj/create", {
    obj: { project_id, object_id: scorer.name, val: writeScorer(scorer) },
  });
  const scorerRef = versionRef(project_id, { kind: "object", name: scorer.name, digest: scorerDigest });
  const newScoring = { project_id, ...minimalScoring, scorer_ref: scorerRef };
  const { rule } = await post("/scoring/create", newScoring);
  const { rule: otherRule } = await post("/scoring/create", newScoring);
  const invited = { roles: [{ project_pattern: project_id, role: "viewer" }] };
  const { token } = await post("/people/invitations/create", invited);
  await post("/people/invitations/accept", { token, name: "Grace" });
  const { people } = await post("/people/query", { search: "Grace" });
  const { invitation } = await post("/people/invitations/create", invited);
  const made = {
    personId: people[0].id,
    invitationId: invitation.id,
    scorerRef,
    scoringId: rule.id,
    disposableScoringId: otherRule.id,
    alertId,
    disposableAlertId: other.id,
    experimentId: experiment.id,
    objectId,
    promptName,
    datasetName,
    tableDigest,
    fileDigest,
    modelId,
    disposableModelId,
    jobId,
  };
  return { project: project_id, canary, callId, feedbackId, keyId: key.id, ...made };
}

test("no statement that any endpoint leads to looks beyond the projects it is about", async () => {
  const seeded = await seed();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const expected = EXPECTED[name as EndpointName];
    const body = expected.body?.(project_id, seeded);
    const headers = expected.headers?.(project_id);
    const address = addressOf(endpoint, body instanceof FormData ? {} : body);
    await (
      endpoint.method === "POST" ? post(address, body, headers, expected.open) : ask(endpoint, address, body, headers)
    ).catch(notJson);
  }
  // Long enough to be indexed separately.
  const long = { ...minimalStart, project_id, id: "long", inputs: { text: "x".repeat(5_000_000) } };
  await post("/call/start", { start: long });
  for (const waiting of await service.store.projectsToIndex()) await service.store.indexProject(waiting);
  const inText = { $expr: { $contains: { input: { $getField: "inputs" }, substr: literal("x") } } };
  const inPayload = { $expr: { $contains: { input: { $getField: "inputs.a" }, substr: literal("x") } } };
  for (const [path, body] of [
    ["/calls/stream_query", { project_id, query: inPayload, sort_by: [{ field: "output.n", direction: "desc" }] }],
    ["/calls/stream_query", { project_id, limit: 10, query: inPayload, include_costs: true }],
    ["/calls/stream_query", { project_id, columns: ["id"], query: inText }],
    ["/calls/stream_query", { project_id, columns: ["overview"], filter: { trace_roots_only: true }, limit: 5 }],
    ["/calls/query_stats", { project_id, query: inPayload, include_total_storage_size: true }],
    ["/calls/query_stats", { project_id }],
    ["/calls/facets", { project_id, fields: ["status", "model"], filter: { trace_roots_only: true } }],
    ["/calls/stats", { project_id, start: "2020-01-01T00:00:00Z", filter: { op_names: ["a"] } }],
    [
      "/calls/stats",
      { project_id, start: "2020-01-01T00:00:00Z", group_by: ["attributes.a"], groups: 2, count_traces: true },
    ],
    ["/calls/stats", { project_id, start: "2020-01-01T00:00:00Z", group_by: ["op"], groups: 2, feedback: {} }],
    ["/call/read", { project_id, id: seeded.callId, include_total_storage_size: true }],
    ["/table/query", { project_id, digest: seeded.tableDigest, sort_by: [{ field: "n", order: "desc" }] }],
    ["/table/query", { project_id, digest: seeded.tableDigest, filter: { row_digests: ["none"] } }],
    ["/call/upsert_batch", { batch: [{ mode: "start", req: { start: { project_id } } }] }],
  ] as const)
    await (await service.app().request(path, postOf(body))).text();
  await service.store.rollUpCalls(new AbortController().signal);
  await service.store.totalTraces(new AbortController().signal);
  const said = [...recording.statements].filter((statement) => !OVER_PROJECTS.some((known) => known.test(statement)));
  const touched = TENANT_TABLES.filter((table) => said.some((text) => new RegExp(`\\b${table}\\b`).test(text)));
  expect(touched).toEqual(TENANT_TABLES);
  const migrated = said.filter((text) => !/^\s*(--|create|alter|drop|do)\b/i.test(text));
  const faulty = migrated.flatMap((text) => distributionFaults(text, TENANT_TABLES).map((fault) => ({ fault, text })));
  expect(faulty).toEqual([]);
});

/** A binary response is not JSON; it is only checked that there is one. */
function notJson(error: unknown): void {
  if (!(error instanceof SyntaxError)) throw error;
}
