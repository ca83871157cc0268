import { type Endpoint, read, record, traceEndpoint } from "../endpoint";
import {
  tableCreateRequest,
  tableCreateResponse,
  tableQueryRequest,
  tableQueryResponse,
  tableQueryStatsRequest,
  tableQueryStatsResponse,
  tableUpdateRequest,
  tableUpdateResponse,
} from "../tables";

export const tableEndpoints = {
  tableCreate: traceEndpoint({
    ...record,
    path: "/table/create",
    summary: "Store a table",
    request: tableCreateRequest,
    response: tableCreateResponse,
  }),
  tableUpdate: traceEndpoint({
    ...record,
    path: "/table/update",
    summary: "Store a table that is another one changed",
    request: tableUpdateRequest,
    response: tableUpdateResponse,
  }),
  tableQuery: traceEndpoint({
    ...read,
    path: "/table/query",
    kind: "core",
    summary: "Query the rows of a stored table",
    request: tableQueryRequest,
    response: tableQueryResponse,
  }),
  tableQueryStats: traceEndpoint({
    ...read,
    path: "/table/query_stats",
    summary: "Count the rows of a stored table",
    request: tableQueryStatsRequest,
    response: tableQueryStatsResponse,
  }),
} as const satisfies Record<string, Endpoint>;
