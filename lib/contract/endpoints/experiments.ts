import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  experimentCreateRequest,
  experimentReadRequest,
  experimentResponse,
  experimentsQueryRequest,
  experimentsQueryResponse,
  experimentUpdateRequest,
} from "../experiments";

const write = { ...read, role: "member", audit: "change" } as const;

export const experimentEndpoints = {
  experimentCreate: traceEndpoint({
    ...write,
    path: "/experiments/create",
    summary:
      "Run a prompt or messages over the rows of a stored table with a model, in the background, and score the answers",
    request: experimentCreateRequest,
    response: experimentResponse,
  }),
  experimentRead: traceEndpoint({
    ...read,
    path: "/experiments/read",
    summary: "Read an experiment with its progress",
    request: experimentReadRequest,
    response: experimentResponse,
  }),
  experimentsQuery: traceEndpoint({
    ...read,
    path: "/experiments/query",
    summary: "List the experiments that the service runs, with their progress",
    request: experimentsQueryRequest,
    response: experimentsQueryResponse,
  }),
  experimentUpdate: traceEndpoint({
    ...write,
    path: "/experiments/update",
    summary: "Pause, resume or cancel an experiment, retry its failed rows, or change its budget",
    request: experimentUpdateRequest,
    response: experimentResponse,
  }),
} as const satisfies Record<string, Endpoint>;
