import { type Endpoint, exportable, read, record, traceEndpoint } from "../endpoint";
import {
  feedbackBatchRequest,
  feedbackBatchResponse,
  feedbackCreateRequest,
  feedbackCreateResponse,
  feedbackPurgeRequest,
  feedbackPurgeResponse,
  feedbackQueryRequest,
  feedbackQueryResponse,
  feedbackReplaceRequest,
} from "../feedback";
import { feedbackCompareRequest, feedbackCompareResponse } from "../feedback-comparison";
import { feedbackStatsRequest, feedbackStatsResponse } from "../feedback-stats";

export const feedbackEndpoints = {
  feedbackCreate: traceEndpoint({
    audit: "change",
    path: "/feedback/create",
    role: "annotator",
    kind: "core",
    unknownFields: "ignore",
    summary: "Add feedback to a call or an object",
    request: feedbackCreateRequest,
    response: feedbackCreateResponse,
  }),
  feedbackBatchCreate: traceEndpoint({
    ...record,
    audit: "change",
    path: "/feedback/batch/create",
    role: "annotator",
    summary: "Add feedback; each item is accepted or rejected on its own",
    request: feedbackBatchRequest,
    response: feedbackBatchResponse,
  }),
  feedbackReplace: traceEndpoint({
    ...record,
    audit: "change",
    path: "/feedback/replace",
    role: "annotator",
    summary: "Replace feedback",
    request: feedbackReplaceRequest,
    response: feedbackCreateResponse,
  }),
  feedbackQuery: traceEndpoint({
    ...read,
    ...exportable,
    path: "/feedback/query",
    summary: "List feedback",
    request: feedbackQueryRequest,
    response: feedbackQueryResponse,
  }),
  feedbackQueryStats: traceEndpoint({
    ...read,
    path: "/feedback/query_stats",
    summary: "Count feedback by value over time",
    request: feedbackStatsRequest,
    response: feedbackStatsResponse,
  }),
  feedbackCompare: traceEndpoint({
    ...read,
    path: "/feedback/compare",
    summary: "Compare two kinds of feedback on the same subjects",
    request: feedbackCompareRequest,
    response: feedbackCompareResponse,
  }),
  feedbackPurge: traceEndpoint({
    ...read,
    audit: "change",
    path: "/feedback/purge",
    role: "annotator",
    summary: "Remove the feedback that matches a query",
    request: feedbackPurgeRequest,
    response: feedbackPurgeResponse,
  }),
} as const satisfies Record<string, Endpoint>;
