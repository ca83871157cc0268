import type { Endpoint } from "../endpoint";
import { mcpRequest, mcpResponse } from "../mcp";

export const mcpEndpoints = {
  mcp: {
    method: "POST",
    path: "/mcp",
    base: "base_url",
    auth: "bearer",
    role: "viewer",
    kind: "extension",
    summary: "Answer a message of the Model Context Protocol: the tools with which coding agents read traces",
    request: mcpRequest,
    response: mcpResponse,
    answer: "binary",
    errors: "trace",
    unknownFields: "pass",
    headers: {
      accept: "`application/json, text/event-stream`, as the protocol requires",
      "Client-Project": "The project of tools that are called without one; otherwise that of the key",
    },
    relayed: false,
  },
} as const satisfies Record<string, Endpoint>;
