import * as z from "zod";
import {
  costCreateRequest,
  costCreateResponse,
  costPurgeRequest,
  costPurgeResponse,
  costQueryRequest,
  costQueryResponse,
} from "./costs";
import { type Endpoint, read, traceEndpoint } from "./endpoint";
import { alertEndpoints } from "./endpoints/alerts";
import { auditEndpoints } from "./endpoints/audit";
import { erasureEndpoints } from "./endpoints/erasure";
import { callEndpoints } from "./endpoints/calls";
import { connectionEndpoints } from "./endpoints/connections";
import { experimentEndpoints } from "./endpoints/experiments";
import { feedbackEndpoints } from "./endpoints/feedback";
import { inferenceEndpoints } from "./endpoints/inference";
import { langfuseEndpoints } from "./endpoints/langfuse";
import { mcpEndpoints } from "./endpoints/mcp";
import { maskingEndpoints } from "./endpoints/masking";
import { objectEndpoints } from "./endpoints/objects";
import { peopleEndpoints } from "./endpoints/people";
import { retentionEndpoints } from "./endpoints/retention";
import { scoringEndpoints } from "./endpoints/scoring";
import { tableEndpoints } from "./endpoints/tables";
import { trainingEndpoints } from "./endpoints/training";
import { trainingRunnerEndpoints } from "./endpoints/training-runner";
import { workEndpoints } from "./endpoints/work";
import {
  keysCreateRequest,
  keysCreateResponse,
  keysQueryRequest,
  keysQueryResponse,
  keysRevokeRequest,
  keysRevokeResponse,
  keysSelfRequest,
  keysSelfResponse,
} from "./keys";
import { graphqlRequest, graphqlResponse } from "./graphql";
import { healthResponse, readyResponse, serverInfoResponse } from "./operations";
import {
  projectSettings,
  projectsQueryRequest,
  projectsQueryResponse,
  projectsStatsRequest,
  projectsStatsResponse,
  refusalsQueryRequest,
  refusalsQueryResponse,
  settingsReadRequest,
  settingsUpdateRequest,
} from "./projects";

const operation = {
  method: "GET",
  base: "base_url",
  auth: "none",
  role: "none",
  kind: "extension",
  answer: "json",
  errors: "trace",
  unknownFields: "ignore",
  relayed: false,
} as const;

const otlp = {
  ...operation,
  method: "POST",
  auth: "basic",
  role: "member",
  answer: "binary",
  errors: "otlp",
  summary: "Receive an OTLP trace export: protobuf or JSON, gzip optional",
  response: z.unknown(),
} as const;

const otlpLogs = {
  ...otlp,
  summary: "Receive an OTLP log export: records with messages of model calls are joined to their spans",
} as const;

const otlpMetrics = { ...otlp, summary: "Accept and discard an OTLP metric export" } as const;

/** Every endpoint; only endpoints in this list are served, relayed or called. */
export const endpoints = {
  ...feedbackEndpoints,
  ...callEndpoints,
  ...alertEndpoints,
  ...auditEndpoints,
  ...experimentEndpoints,
  ...scoringEndpoints,
  ...maskingEndpoints,
  ...erasureEndpoints,
  ...retentionEndpoints,
  costQuery: traceEndpoint({
    ...read,
    path: "/cost/query",
    kind: "core",
    summary: "List the token prices of a project",
    request: costQueryRequest,
    response: costQueryResponse,
  }),
  costCreate: traceEndpoint({
    ...read,
    audit: "change",
    path: "/cost/create",
    role: "admin",
    summary: "Add token prices of models to a project",
    request: costCreateRequest,
    response: costCreateResponse,
  }),
  costPurge: traceEndpoint({
    ...read,
    audit: "change",
    path: "/cost/purge",
    role: "admin",
    summary: "Remove the prices of a project that match a query",
    request: costPurgeRequest,
    response: costPurgeResponse,
  }),
  projectsQuery: traceEndpoint({
    ...read,
    path: "/projects/query",
    summary: "List the projects the key may read",
    request: projectsQueryRequest,
    response: projectsQueryResponse,
  }),
  projectsStats: traceEndpoint({
    ...read,
    path: "/projects/query_stats",
    summary: "Count the traces, failures and costs of some projects",
    request: projectsStatsRequest,
    response: projectsStatsResponse,
  }),
  projectSettingsRead: traceEndpoint({
    ...read,
    path: "/projects/settings/read",
    summary: "Read the settings of a project",
    request: settingsReadRequest,
    response: projectSettings,
  }),
  projectSettingsUpdate: traceEndpoint({
    ...read,
    audit: "change",
    path: "/projects/settings/update",
    role: "admin",
    summary: "Change the settings of a project",
    request: settingsUpdateRequest,
    response: projectSettings,
  }),
  keysCreate: traceEndpoint({
    ...read,
    audit: "change",
    path: "/keys/create",
    role: "admin",
    summary: "Create a key; its text is returned only in this response",
    request: keysCreateRequest,
    response: keysCreateResponse,
  }),
  keysQuery: traceEndpoint({
    ...read,
    path: "/keys/query",
    role: "admin",
    summary: "List the keys that the caller can manage",
    request: keysQueryRequest,
    response: keysQueryResponse,
  }),
  keysRevoke: traceEndpoint({
    ...read,
    audit: "change",
    path: "/keys/revoke",
    role: "admin",
    summary: "Revoke a key permanently; its open streams end within seconds",
    request: keysRevokeRequest,
    response: keysRevokeResponse,
  }),
  keysSelf: traceEndpoint({
    ...read,
    path: "/keys/self",
    summary: "Read the owner and roles of the key in use",
    request: keysSelfRequest,
    response: keysSelfResponse,
  }),
  ...peopleEndpoints,
  refusalsQuery: traceEndpoint({
    ...read,
    path: "/refusals/query",
    summary: "List rejected items of trace batches",
    request: refusalsQueryRequest,
    response: refusalsQueryResponse,
  }),
  ...objectEndpoints,
  ...tableEndpoints,
  ...inferenceEndpoints,
  ...connectionEndpoints,
  ...trainingEndpoints,
  ...trainingRunnerEndpoints,
  ...workEndpoints,
  otlpTraces: { ...otlp, path: "/v1/traces" },
  otlpTracesPrefixed: { ...otlp, path: "/otel/v1/traces" },
  // Where W&B Weave's SDK sends the spans of agents to, below its configured address.
  otlpTracesAgents: { ...otlp, path: "/agents/otel/v1/traces" },
  // Where Langfuse's SDKs send to, below their configured address.
  otlpTracesLangfuse: { ...otlp, path: "/api/public/otel/v1/traces" },
  ...langfuseEndpoints,
  ...mcpEndpoints,
  otlpLogs: { ...otlpLogs, path: "/v1/logs" },
  otlpLogsPrefixed: { ...otlpLogs, path: "/otel/v1/logs" },
  otlpMetrics: { ...otlpMetrics, path: "/v1/metrics" },
  otlpMetricsPrefixed: { ...otlpMetrics, path: "/otel/v1/metrics" },
  graphql: {
    ...operation,
    method: "POST",
    auth: "basic",
    role: "viewer",
    path: "/graphql",
    summary:
      "Answer the GraphQL queries that W&B's SDKs send before tracing: the key's owner, and whether a project exists",
    request: graphqlRequest,
    response: graphqlResponse,
  },
  health: {
    ...operation,
    path: "/health",
    summary: "Check that the service and its database work",
    response: healthResponse,
  },
  ready: {
    ...operation,
    path: "/ready",
    summary:
      "Check that this replica takes requests: it answers 503 once it is being stopped. It does not ask the database",
    response: readyResponse,
  },
  serverInfo: {
    ...operation,
    path: "/server_info",
    summary: "Read the name and version of the service",
    response: serverInfoResponse,
    relayed: true,
  },
  metrics: {
    ...operation,
    path: "/metrics",
    summary: "Read counters and gauges of this process, for Prometheus",
    answer: "binary",
    answerType: "text/plain; version=0.0.4; charset=utf-8",
    response: z.unknown(),
  },
  openapi: {
    ...operation,
    path: "/openapi.json",
    summary: "Get the OpenAPI 3.1 document of this API",
    response: z.unknown(),
  },
  docs: {
    ...operation,
    path: "/docs",
    summary: "Get this reference as HTML",
    answer: "binary",
    answerType: "text/html; charset=utf-8",
    response: z.unknown(),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

export function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}
