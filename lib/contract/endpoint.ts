import type { z } from "zod";

/** Rights of a key on a project, each including those before it (design, 7). */
export const ROLES = ["viewer", "annotator", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** One endpoint: everything the service, the relay, the client and the OpenAPI document know of it. */
export type Endpoint<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST";
  path: `/${string}`;
  base: "base_url" | "inference_base_url";
  auth: "basic" | "bearer" | "none";
  /** Role needed on the project of the request; a list over projects filters by it instead. */
  role: Role | "none";
  /** `core` is one of the interface's eight; the rest are extensions. */
  kind: "core" | "extension";
  summary: string;
  /** Body of a POST; absent for GET and for bodies that are neither JSON nor a form. */
  request?: Request;
  /** A form with a file in it, where JSON is not what is sent. */
  requestType?: "multipart/form-data";
  response: Response;
  /** `json-lines`: each line is one `response`; `binary`: not JSON at all. */
  answer: "json" | "json-lines" | "binary";
  /** Headers that say more of a request, each with what it says. */
  headers?: Readonly<Record<string, string>>;
  /** What each server-sent event has, where the body of a request may ask for an answer in events. */
  events?: z.ZodType;
  /** Media type of a binary answer that is no OTLP. */
  answerType?: "application/octet-stream" | "text/plain; version=0.0.4; charset=utf-8" | "text/html; charset=utf-8";
  errors: "trace" | "openai" | "otlp";
  /** Refused where a typo would read too much, ignored where refusing would lose a record. */
  unknownFields: "refuse" | "ignore" | "pass";
  /** Goes on when the disk is full: what it keeps is not what it is for. */
  storesNothing?: true;
  /** May a browser reach it through the dashboard's relay? */
  relayed: boolean;
};

/** What endpoints that read have in common, and those that record. */
export const read = { role: "viewer", kind: "extension", unknownFields: "refuse" } as const;
export const record = { role: "member", kind: "extension", unknownFields: "ignore" } as const;

/** The usual endpoint: POST of JSON under `base_url` with Basic authentication, answered as JSON. */
export function traceEndpoint<Request extends z.ZodType, Response extends z.ZodType>(
  endpoint: Pick<Endpoint, "path" | "role" | "kind" | "summary" | "unknownFields"> & {
    request: Request;
    response: Response;
    answer?: "json-lines";
  },
) {
  return {
    method: "POST",
    base: "base_url",
    auth: "basic",
    errors: "trace",
    answer: "json",
    relayed: true,
    ...endpoint,
  } as const satisfies Endpoint<Request, Response>;
}
