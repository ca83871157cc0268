import { auditExportRequest, auditQueryRequest, auditQueryResponse, auditRecord } from "../audit";
import { type Endpoint, read, traceEndpoint } from "../endpoint";

export const auditEndpoints = {
  auditQuery: traceEndpoint({
    ...read,
    path: "/audit/query",
    role: "admin",
    summary: "List changes and exports, newest first: by whom, from where, and with what outcome",
    request: auditQueryRequest,
    response: auditQueryResponse,
  }),
  auditExport: traceEndpoint({
    ...read,
    path: "/audit/export",
    role: "admin",
    audit: "export",
    summary: "Export the audit log, one JSON object per line; recorded as an export itself",
    request: auditExportRequest,
    response: auditRecord,
    answer: "json-lines",
  }),
} as const satisfies Record<string, Endpoint>;
