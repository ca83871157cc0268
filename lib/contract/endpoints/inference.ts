import { chatChunk, chatCompletion, chatRequest } from "../chat";
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

/** The project is that of the header `Client-Project`, else the key's own. With `stream` the answer is events. */
const chat = {
  ...inference,
  method: "POST",
  base: "base_url",
  role: "member",
  summary: "Generate a chat completion from a model; with `stream` as server-sent events",
  request: chatRequest,
  response: chatCompletion,
  events: chatChunk,
} as const;

export const inferenceEndpoints = {
  chatCompletions: { ...chat, path: "/v1/chat/completions/" },
  /** The same without the slash, as OpenAI's SDKs ask. */
  chatCompletionsPlain: { ...chat, path: "/v1/chat/completions" },
  models: {
    ...inference,
    method: "GET",
    base: "inference_base_url",
    role: "viewer",
    path: "/v1/models",
    summary: "List the models that can be called",
    response: modelListResponse,
  },
} as const satisfies Record<string, Endpoint>;
