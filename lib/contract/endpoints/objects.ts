import * as z from "zod";
import { type Endpoint, exportable, read, record, traceEndpoint } from "../endpoint";
import { fileContentRequest, fileCreateRequest, fileCreateResponse } from "../files";
import {
  objLabelsHistoryRequest,
  objLabelsHistoryResponse,
  objLabelsQueryRequest,
  objLabelsQueryResponse,
  objLabelsSetRequest,
  objLabelsSetResponse,
} from "../labels";
import {
  objCreateRequest,
  objCreateResponse,
  objDeleteRequest,
  objDeleteResponse,
  objReadRequest,
  objReadResponse,
  objsQueryRequest,
  objsQueryResponse,
  objsQueryStatsRequest,
  objsQueryStatsResponse,
  refsReadBatchRequest,
  refsReadBatchResponse,
} from "../objects";
import { idsFindRequest, idsFindResponse } from "../ids";

/** Objects, ops and their files; what refs and IDs belong to. */
export const objectEndpoints = {
  objCreate: traceEndpoint({
    ...record,
    audit: "change",
    path: "/obj/create",
    summary: "Publish a version of an object or op",
    request: objCreateRequest,
    response: objCreateResponse,
  }),
  objRead: {
    ...traceEndpoint({
      ...read,
      path: "/obj/read",
      kind: "core",
      summary: "Read one object version",
      request: objReadRequest,
      response: objReadResponse,
    }),
    headers: {
      "if-none-match": "`ETag` of an earlier response. If it is still current, the response is 304 without a body.",
    },
  },
  objsQuery: traceEndpoint({
    ...read,
    ...exportable,
    path: "/objs/query",
    summary: "List object versions",
    request: objsQueryRequest,
    response: objsQueryResponse,
  }),
  objsQueryStats: traceEndpoint({
    ...read,
    path: "/objs/query_stats",
    summary: "Count object versions by class",
    request: objsQueryStatsRequest,
    response: objsQueryStatsResponse,
  }),
  objDelete: traceEndpoint({
    ...read,
    audit: "change",
    path: "/obj/delete",
    role: "member",
    summary: "Delete versions of an object",
    request: objDeleteRequest,
    response: objDeleteResponse,
  }),
  objLabelsSet: traceEndpoint({
    ...read,
    audit: "change",
    path: "/obj/labels/set",
    role: "member",
    summary: "Move a label to a version of an object, or remove it",
    request: objLabelsSetRequest,
    response: objLabelsSetResponse,
  }),
  objLabelsQuery: traceEndpoint({
    ...read,
    path: "/obj/labels/query",
    summary: "List the labels of objects, and the versions they are on",
    request: objLabelsQueryRequest,
    response: objLabelsQueryResponse,
  }),
  objLabelsHistory: traceEndpoint({
    ...read,
    path: "/obj/labels/history",
    summary: "List who moved the labels of an object",
    request: objLabelsHistoryRequest,
    response: objLabelsHistoryResponse,
  }),
  refsReadBatch: traceEndpoint({
    ...read,
    path: "/refs/read_batch",
    summary: "Read the values that refs point to",
    request: refsReadBatchRequest,
    response: refsReadBatchResponse,
  }),
  idsFind: traceEndpoint({
    ...read,
    path: "/ids/find",
    summary: "Find what an ID belongs to: a call, trace, thread, feedback, version, table, experiment, job or model",
    request: idsFindRequest,
    response: idsFindResponse,
  }),
  fileCreate: {
    ...traceEndpoint({
      ...record,
      path: "/file/create",
      summary: "Store a file",
      request: fileCreateRequest,
      response: fileCreateResponse,
    }),
    requestType: "multipart/form-data",
    relayed: false,
  },
  fileContent: {
    ...traceEndpoint({
      ...read,
      path: "/file/content",
      summary: "Read the bytes of a file",
      request: fileContentRequest,
      response: z.unknown(),
    }),
    answer: "binary",
    answerType: "application/octet-stream",
  },
} as const satisfies Record<string, Endpoint>;
