import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  retentionPreviewRequest,
  retentionPreviewResponse,
  retentionQueryRequest,
  retentionResponse,
  retentionSetRequest,
} from "../retention";

export const retentionEndpoints = {
  retentionQuery: traceEndpoint({
    ...read,
    path: "/retention/query",
    summary: "Read how long traces of a project are kept, and what the last run deleted",
    request: retentionQueryRequest,
    response: retentionResponse,
  }),
  retentionSet: traceEndpoint({
    ...read,
    role: "admin",
    audit: "change",
    path: "/retention/set",
    summary: "Set how long traces of a project are kept; takes effect at the next daily run",
    request: retentionSetRequest,
    response: retentionResponse,
  }),
  retentionPreview: traceEndpoint({
    ...read,
    path: "/retention/preview",
    summary: "Count what would be deleted of a project today, and what would be kept by which exception",
    request: retentionPreviewRequest,
    response: retentionPreviewResponse,
  }),
} as const satisfies Record<string, Endpoint>;
