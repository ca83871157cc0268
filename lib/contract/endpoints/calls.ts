import { type Endpoint, exportable, read, record, traceEndpoint } from "../endpoint";
import {
  callUpdateRequest,
  callUpdateResponse,
  callsDeleteRequest,
  callsDeleteResponse,
  callsRestoreResponse,
} from "../call-changes";
import { callsFacetsRequest, callsFacetsResponse } from "../call-facets";
import { callsModelsRequest, callsModelsResponse } from "../call-models";
import { callsCompleteRequest } from "../calls-complete";
import { timeStatsRequest, timeStatsResponse } from "../call-stats";
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
} from "../calls";
import { thread, threadsQueryRequest, threadsStatsRequest, threadsStatsResponse } from "../threads";

/** Calls: written, changed, read, listed and counted. */
export const callEndpoints = {
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
    summary: "Record starts and ends; each item is accepted or rejected on its own",
    request: callBatchRequest,
    response: callBatchResponse,
  }),
  callsComplete: traceEndpoint({
    ...record,
    path: "/calls/complete",
    summary: "Record completed calls, start and end in one; each is accepted or rejected on its own",
    request: callsCompleteRequest,
    response: callBatchResponse,
  }),
  callsStreamQuery: traceEndpoint({
    ...read,
    ...exportable,
    path: "/calls/stream_query",
    summary: "List calls, one JSON object per line",
    request: callsQueryRequest,
    response: callRow,
    answer: "json-lines",
  }),
  callsQueryStats: traceEndpoint({
    ...read,
    path: "/calls/query_stats",
    summary: "Count calls and get the time of the latest write",
    request: callsStatsRequest,
    response: callsStatsResponse,
  }),
  callsStats: traceEndpoint({
    ...read,
    path: "/calls/stats",
    summary: "Count calls, tokens and costs over time",
    request: timeStatsRequest,
    response: timeStatsResponse,
  }),
  callsFacets: traceEndpoint({
    ...read,
    path: "/calls/facets",
    summary: "Count calls by the values of a field",
    request: callsFacetsRequest,
    response: callsFacetsResponse,
  }),
  callsModels: traceEndpoint({
    ...read,
    path: "/calls/models",
    summary: "List the models used by calls, in order of first use",
    request: callsModelsRequest,
    response: callsModelsResponse,
  }),
  threadsStreamQuery: traceEndpoint({
    ...read,
    ...exportable,
    path: "/threads/stream_query",
    summary: "List threads, one JSON object per line",
    request: threadsQueryRequest,
    response: thread,
    answer: "json-lines",
  }),
  threadsQueryStats: traceEndpoint({
    ...read,
    path: "/threads/query_stats",
    summary: "Count threads",
    request: threadsStatsRequest,
    response: threadsStatsResponse,
  }),
  callUpdate: traceEndpoint({
    ...record,
    audit: "change",
    path: "/call/update",
    summary: "Rename a call",
    request: callUpdateRequest,
    response: callUpdateResponse,
  }),
  callsDelete: traceEndpoint({
    ...read,
    audit: "change",
    path: "/calls/delete",
    role: "member",
    summary: "Delete calls and everything below them",
    request: callsDeleteRequest,
    response: callsDeleteResponse,
  }),
  callsRestore: traceEndpoint({
    ...read,
    audit: "change",
    path: "/calls/restore",
    role: "member",
    summary: "Restore deleted calls",
    request: callsDeleteRequest,
    response: callsRestoreResponse,
  }),
} as const satisfies Record<string, Endpoint>;
