import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  maskingDryRunRequest,
  maskingDryRunResponse,
  maskingQueryRequest,
  maskingResponse,
  maskingSetRequest,
} from "../masking";

export const maskingEndpoints = {
  maskingRulesQuery: traceEndpoint({
    ...read,
    role: "member",
    path: "/masking/rules/query",
    summary: "Read the rules by which texts of a project are masked before they are stored",
    request: maskingQueryRequest,
    response: maskingResponse,
  }),
  maskingRulesSet: traceEndpoint({
    ...read,
    role: "admin",
    audit: "change",
    path: "/masking/rules/set",
    summary: "Replace the masking rules of a project; what is stored already stays as it is",
    request: maskingSetRequest,
    response: maskingResponse,
  }),
  maskingDryRun: traceEndpoint({
    ...read,
    role: "admin",
    path: "/masking/dry_run",
    summary: "Try masking rules on the latest calls of a project: what they find, and what they cost",
    request: maskingDryRunRequest,
    response: maskingDryRunResponse,
  }),
} as const satisfies Record<string, Endpoint>;
