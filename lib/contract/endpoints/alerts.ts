import {
  alertCreateRequest,
  alertHistoryRequest,
  alertHistoryResponse,
  alertMuteRequest,
  alertMuteResponse,
  alertTestRequest,
  alertTestResponse,
  alertUpdateRequest,
  alertWithSecrets,
  alertDeleteRequest,
  alertDeleteResponse,
  alertsQueryRequest,
  alertsQueryResponse,
} from "../alerts";
import { type Endpoint, read, traceEndpoint } from "../endpoint";

const write = { ...read, role: "member", audit: "change" } as const;

export const alertEndpoints = {
  alertCreate: traceEndpoint({
    ...write,
    path: "/alerts/create",
    summary: "Create an alert; the secrets of its channels are returned only in this response",
    request: alertCreateRequest,
    response: alertWithSecrets,
  }),
  alertUpdate: traceEndpoint({
    ...write,
    path: "/alerts/update",
    summary: "Change an alert; the secrets of new channels are returned only in this response",
    request: alertUpdateRequest,
    response: alertWithSecrets,
  }),
  alertDelete: traceEndpoint({
    ...write,
    path: "/alerts/delete",
    summary: "Delete an alert and its history; notifications that wait are not sent",
    request: alertDeleteRequest,
    response: alertDeleteResponse,
  }),
  alertsQuery: traceEndpoint({
    ...read,
    path: "/alerts/query",
    summary: "List the alerts of a project with their states",
    request: alertsQueryRequest,
    response: alertsQueryResponse,
  }),
  alertHistory: traceEndpoint({
    ...read,
    path: "/alerts/history",
    summary: "List the changes of an alert's state, and what became of their notifications",
    request: alertHistoryRequest,
    response: alertHistoryResponse,
  }),
  alertMute: traceEndpoint({
    ...write,
    path: "/alerts/mute",
    summary: "Mute the notifications of an alert until a time",
    request: alertMuteRequest,
    response: alertMuteResponse,
  }),
  alertTest: traceEndpoint({
    ...write,
    path: "/alerts/test",
    summary: "Send a test notification to every channel of an alert",
    request: alertTestRequest,
    response: alertTestResponse,
  }),
} as const satisfies Record<string, Endpoint>;
