import { type Endpoint, read, traceEndpoint } from "../endpoint";
import { workTakeOverRequest, workTakeOverResponse } from "../work";

export const workEndpoints = {
  workTakeOver: traceEndpoint({
    ...read,
    role: "member",
    audit: "change",
    path: "/stopped_work/take_over",
    summary: "Take over an alert, an experiment, a scoring rule or a training job of somebody who was turned off",
    request: workTakeOverRequest,
    response: workTakeOverResponse,
  }),
} as const satisfies Record<string, Endpoint>;
