import {
  connectionsCreateRequest,
  connectionsCreateResponse,
  connectionsDeleteRequest,
  connectionsDeleteResponse,
  connectionsQueryRequest,
  connectionsQueryResponse,
  connectionsTestRequest,
  connectionsTestResponse,
  connectionsUpdateRequest,
  connectionsUpdateResponse,
} from "../connections";
import { type Endpoint, read, traceEndpoint } from "../endpoint";

/** The key needs the role on every project. */
const manage = { ...read, role: "admin" } as const;
const change = { ...manage, audit: "change" } as const;

export const connectionEndpoints = {
  connectionsQuery: traceEndpoint({
    ...manage,
    path: "/connections/query",
    summary: "List the model servers of the service, without their keys; for admins of all projects",
    request: connectionsQueryRequest,
    response: connectionsQueryResponse,
  }),
  connectionsCreate: traceEndpoint({
    ...change,
    path: "/connections/create",
    summary: "Add a model server; its key is never returned; for admins of all projects",
    request: connectionsCreateRequest,
    response: connectionsCreateResponse,
  }),
  connectionsUpdate: traceEndpoint({
    ...change,
    path: "/connections/update",
    summary: "Change a model server that was added; for admins of all projects",
    request: connectionsUpdateRequest,
    response: connectionsUpdateResponse,
  }),
  connectionsDelete: traceEndpoint({
    ...change,
    path: "/connections/delete",
    summary: "Delete a model server that was added; for admins of all projects",
    request: connectionsDeleteRequest,
    response: connectionsDeleteResponse,
  }),
  // Stored keys are sent to the server.
  connectionsTest: traceEndpoint({
    ...change,
    path: "/connections/test",
    summary: "List the models of a model server and ask one of them a short question; for admins of all projects",
    request: connectionsTestRequest,
    response: connectionsTestResponse,
  }),
} as const satisfies Record<string, Endpoint>;
