import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  scoringBackfillRequest,
  scoringCreateRequest,
  scoringDeleteRequest,
  scoringDeleteResponse,
  scoringEstimateRequest,
  scoringEstimateResponse,
  scoringFailuresRequest,
  scoringFailuresResponse,
  scoringQueryRequest,
  scoringQueryResponse,
  scoringResponse,
  scoringUpdateRequest,
} from "../scoring";

const write = { ...read, role: "member", audit: "change" } as const;

export const scoringEndpoints = {
  scoringCreate: traceEndpoint({
    ...write,
    path: "/scoring/create",
    summary: "Score new traces, calls or threads with a scorer, in the background",
    request: scoringCreateRequest,
    response: scoringResponse,
  }),
  scoringQuery: traceEndpoint({
    ...read,
    path: "/scoring/query",
    summary: "List scoring rules, with what became of their calls",
    request: scoringQueryRequest,
    response: scoringQueryResponse,
  }),
  scoringUpdate: traceEndpoint({
    ...write,
    path: "/scoring/update",
    summary: "Change, pause or resume a scoring rule, or retry calls that could not be scored",
    request: scoringUpdateRequest,
    response: scoringResponse,
  }),
  scoringDelete: traceEndpoint({
    ...write,
    path: "/scoring/delete",
    summary: "Delete a scoring rule; its scores remain",
    request: scoringDeleteRequest,
    response: scoringDeleteResponse,
  }),
  scoringFailures: traceEndpoint({
    ...read,
    path: "/scoring/failures",
    summary: "List the calls that a rule could not score, with the reasons",
    request: scoringFailuresRequest,
    response: scoringFailuresResponse,
  }),
  scoringEstimate: traceEndpoint({
    ...read,
    path: "/scoring/estimate",
    summary: "How many calls a backfill would score, and about what it would cost",
    request: scoringEstimateRequest,
    response: scoringEstimateResponse,
  }),
  scoringBackfill: traceEndpoint({
    ...write,
    path: "/scoring/backfill",
    summary: "Score the calls of a time range that a rule has missed",
    request: scoringBackfillRequest,
    response: scoringResponse,
  }),
} as const satisfies Record<string, Endpoint>;
