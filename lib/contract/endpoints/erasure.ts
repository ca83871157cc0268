import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  erasureCreateRequest,
  erasureCreateResponse,
  erasurePreviewRequest,
  erasurePreviewResponse,
  erasureQueryRequest,
  erasureQueryResponse,
} from "../erasure";

export const erasureEndpoints = {
  erasurePreview: traceEndpoint({
    ...read,
    role: "admin",
    path: "/erasure/preview",
    summary: "Count what is stored of one user of the traced program",
    request: erasurePreviewRequest,
    response: erasurePreviewResponse,
  }),
  erasureCreate: traceEndpoint({
    ...read,
    role: "admin",
    audit: "change",
    path: "/erasure/create",
    summary: "Permanently erase what is stored of one user, in the background",
    request: erasureCreateRequest,
    response: erasureCreateResponse,
  }),
  erasureQuery: traceEndpoint({
    ...read,
    role: "admin",
    path: "/erasure/query",
    summary: "List the erasures of a project, with their receipts",
    request: erasureQueryRequest,
    response: erasureQueryResponse,
  }),
} as const satisfies Record<string, Endpoint>;
