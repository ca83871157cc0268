import { type Endpoint, read, traceEndpoint } from "../endpoint";
import {
  trainingRunnerReadRequest,
  trainingRunnerReadResponse,
  trainingRunnerRemoveRequest,
  trainingRunnerRemoveResponse,
  trainingRunnerSetRequest,
  trainingRunnerSetResponse,
  trainingRunnerTestRequest,
  trainingRunnerTestResponse,
} from "../training-runner";

/** The key needs the role on every project. */
const manage = { ...read, role: "admin" } as const;
const change = { ...manage, audit: "change" } as const;

export const trainingRunnerEndpoints = {
  trainingRunnerRead: traceEndpoint({
    ...manage,
    path: "/training/runner/read",
    summary: "Read how the training runner is set up, without its secrets; for admins of all projects",
    request: trainingRunnerReadRequest,
    response: trainingRunnerReadResponse,
  }),
  trainingRunnerSet: traceEndpoint({
    ...change,
    path: "/training/runner/set",
    summary: "Set up or change the training runner; its secrets are never returned; for admins of all projects",
    request: trainingRunnerSetRequest,
    response: trainingRunnerSetResponse,
  }),
  trainingRunnerRemove: traceEndpoint({
    ...change,
    path: "/training/runner/remove",
    summary: "Remove the stored training runner; for admins of all projects",
    request: trainingRunnerRemoveRequest,
    response: trainingRunnerRemoveResponse,
  }),
  // Stored secrets are sent to the runner.
  trainingRunnerTest: traceEndpoint({
    ...change,
    path: "/training/runner/test",
    summary: "Ask a training runner whether it responds, without starting anything; for admins of all projects",
    request: trainingRunnerTestRequest,
    response: trainingRunnerTestResponse,
  }),
} as const satisfies Record<string, Endpoint>;
