import { chatChunk, chatCompletion, chatRequest } from "../chat";
import { PROMPT_HEADER, RECORD_HEADER, ROW_HEADER } from "../chat-wire";
import type { Endpoint } from "../endpoint";
import { modelListResponse } from "../models";

const inference = {
  auth: "bearer",
  kind: "core",
  errors: "openai",
  answer: "json",
  unknownFields: "pass",
  storesNothing: true,
  relayed: true,
} as const;

const clientProject = {
  "Client-Project": "Project of the request, in UTF-8. Defaults to the key's project.",
};

/**
 * The project is that of the header `Client-Project`, else the key's own. With `stream` the response is a stream of
 * events.
 */
const chat = {
  ...inference,
  method: "POST",
  base: "base_url",
  role: "member",
  summary: "Generate a chat completion from a model; with `stream`, as server-sent events",
  headers: {
    ...clientProject,
    [RECORD_HEADER]: "How much is recorded: `full` (default with a project), `usage` (default without one) or `off`.",
    [PROMPT_HEADER]:
      "Ref of the version of a prompt that the messages are from, in UTF-8; recorded as `attributes.prompt_ref`.",
    [ROW_HEADER]:
      "Ref of the row of a table that filled the variables of the messages, in UTF-8; recorded as `attributes.row_ref`.",
    traceparent: "Parent of the recorded call in the caller's trace (W3C Trace Context).",
  },
  request: chatRequest,
  response: chatCompletion,
  events: chatChunk,
} as const;

export const inferenceEndpoints = {
  chatCompletions: { ...chat, path: "/v1/chat/completions/" },
  /** The same without the trailing slash, as OpenAI's SDKs request it. */
  chatCompletionsPlain: { ...chat, path: "/v1/chat/completions" },
  models: {
    ...inference,
    method: "GET",
    base: "inference_base_url",
    role: "viewer",
    path: "/v1/models",
    summary: "List the models that can be called",
    headers: clientProject,
    response: modelListResponse,
  },
} as const satisfies Record<string, Endpoint>;
