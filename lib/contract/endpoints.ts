import { z } from "zod";
import {
  callBatchRequest,
  callBatchResponse,
  callEndRequest,
  callEndResponse,
  callReadRequest,
  callReadResponse,
  callRow,
  callsQueryRequest,
  callsStatsRequest,
  callsStatsResponse,
  callStartRequest,
  callStartResponse,
} from "./calls";
import { type Endpoint, traceEndpoint } from "./endpoint";
import {
  feedbackCreateRequest,
  feedbackCreateResponse,
  feedbackPurgeRequest,
  feedbackPurgeResponse,
  feedbackQueryRequest,
  feedbackQueryResponse,
} from "./feedback";
import { healthResponse, serverInfoResponse } from "./operations";
import { projectsQueryRequest, projectsQueryResponse, refusalsQueryRequest, refusalsQueryResponse } from "./projects";

const read = { role: "viewer", kind: "extension", unknownFields: "refuse" } as const;
const record = { role: "member", kind: "extension", unknownFields: "ignore" } as const;

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
  summary: "Take an OTLP trace export: protobuf or JSON, gzip or not",
  response: z.unknown(),
} as const;

/** Every endpoint there is; nothing is served, relayed or called that is not in this list. */
export const endpoints = {
  feedbackCreate: traceEndpoint({
    path: "/feedback/create",
    role: "annotator",
    kind: "core",
    unknownFields: "ignore",
    summary: "Add feedback to a call or an object",
    request: feedbackCreateRequest,
    response: feedbackCreateResponse,
  }),
  callRead: traceEndpoint({
    ...read,
    path: "/call/read",
    kind: "core",
    summary: "Read one call",
    request: callReadRequest,
    response: callReadResponse,
  }),
  callStart: traceEndpoint({
    ...record,
    path: "/call/start",
    summary: "Record the start of a call",
    request: callStartRequest,
    response: callStartResponse,
  }),
  callEnd: traceEndpoint({
    ...record,
    path: "/call/end",
    summary: "Record the end of a call",
    request: callEndRequest,
    response: callEndResponse,
  }),
  callUpsertBatch: traceEndpoint({
    ...record,
    path: "/call/upsert_batch",
    summary: "Record starts and ends; items are taken or refused one by one",
    request: callBatchRequest,
    response: callBatchResponse,
  }),
  callsStreamQuery: traceEndpoint({
    ...read,
    path: "/calls/stream_query",
    summary: "List calls, one JSON object a line",
    request: callsQueryRequest,
    response: callRow,
    answer: "json-lines",
  }),
  callsQueryStats: traceEndpoint({
    ...read,
    path: "/calls/query_stats",
    summary: "Count calls, and say when one was last written",
    request: callsStatsRequest,
    response: callsStatsResponse,
  }),
  feedbackQuery: traceEndpoint({
    ...read,
    path: "/feedback/query",
    summary: "List feedback",
    request: feedbackQueryRequest,
    response: feedbackQueryResponse,
  }),
  feedbackPurge: traceEndpoint({
    ...read,
    path: "/feedback/purge",
    role: "annotator",
    summary: "Remove the feedback that a query selects",
    request: feedbackPurgeRequest,
    response: feedbackPurgeResponse,
  }),
  projectsQuery: traceEndpoint({
    ...read,
    path: "/projects/query",
    summary: "List the projects the key may read",
    request: projectsQueryRequest,
    response: projectsQueryResponse,
  }),
  refusalsQuery: traceEndpoint({
    ...read,
    path: "/refusals/query",
    summary: "List items of trace batches that were refused",
    request: refusalsQueryRequest,
    response: refusalsQueryResponse,
  }),
  otlpTraces: { ...otlp, path: "/v1/traces" },
  otlpTracesPrefixed: { ...otlp, path: "/otel/v1/traces" },
  health: { ...operation, path: "/health", summary: "Is the service able to answer?", response: healthResponse },
  serverInfo: {
    ...operation,
    path: "/server_info",
    summary: "What answers here",
    response: serverInfoResponse,
    relayed: true,
  },
  openapi: { ...operation, path: "/openapi.json", summary: "This interface as OpenAPI 3.1", response: z.unknown() },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
