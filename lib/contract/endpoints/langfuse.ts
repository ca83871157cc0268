import type { Endpoint } from "../endpoint";
import {
  langfuseHealth,
  langfuseIngestionRequest,
  langfuseIngestionResponse,
  langfuseNoFields,
  langfuseProjects,
  langfusePrompt,
  langfusePromptCreateRequest,
  langfusePromptRequest,
  langfuseScoresRequest,
  langfuseScoresResponse,
} from "../langfuse";

const langfuse = {
  base: "base_url",
  auth: "basic",
  kind: "extension",
  answer: "json",
  errors: "trace",
  unknownFields: "ignore",
  relayed: false,
  headers: { "x-project": "Project of the request. Defaults to the key's project." },
} as const;

const read = { ...langfuse, method: "GET", role: "viewer" } as const;

/** The part of Langfuse's interface that its SDKs use besides OTLP; other paths below `/api/public` answer 501. */
export const langfuseEndpoints = {
  langfuseHealth: {
    ...read,
    auth: "none",
    role: "none",
    path: "/api/public/health",
    summary: "Check that the service is ready, as Langfuse's SDKs do",
    headers: {},
    response: langfuseHealth,
  },
  langfuseProjects: {
    ...read,
    path: "/api/public/projects",
    summary: "Read the project of the key; Langfuse's `auth_check`",
    request: langfuseNoFields,
    response: langfuseProjects,
  },
  langfuseScores: {
    ...langfuse,
    method: "POST",
    role: "annotator",
    path: "/api/public/scores",
    summary: "Store Langfuse's scores of observations and traces as feedback",
    request: langfuseScoresRequest,
    response: langfuseScoresResponse,
  },
  langfuseIngestion: {
    ...langfuse,
    method: "POST",
    role: "annotator",
    path: "/api/public/ingestion",
    summary: "Store the scores in a batch of Langfuse's events as feedback",
    request: langfuseIngestionRequest,
    response: langfuseIngestionResponse,
  },
  langfusePrompt: {
    ...read,
    path: "/api/public/v2/prompts/{name}",
    summary: "Read a version of a prompt for Langfuse's SDKs",
    request: langfusePromptRequest,
    response: langfusePrompt,
  },
  langfusePromptCreate: {
    ...langfuse,
    method: "POST",
    role: "member",
    path: "/api/public/v2/prompts",
    summary: "Publish a version of a prompt as Langfuse's SDKs do",
    request: langfusePromptCreateRequest,
    response: langfusePrompt,
  },
} as const satisfies Record<string, Endpoint>;
