import type { z } from "zod";

/** Rights of a key on a project, each including those before it (design, 7). */
export const ROLES = ["viewer", "annotator", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** One endpoint: everything the service, the relay, the client and the OpenAPI document know of it. */
export type Endpoint<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST";
  /** Fields of the request that are part of it are in braces. */
  path: `/${string}`;
  base: "base_url" | "inference_base_url";
  auth: "basic" | "bearer" | "none";
  /** Role needed on the project of the request; a list over projects filters by it instead. */
  role: Role | "none";
  /** `core` is one of the interface's eight; the rest are extensions. */
  kind: "core" | "extension";
  summary: string;
  /**
   * What is asked: fields that the path has in braces go there, the others of a GET into its query, those of a POST into
   * its body. Absent where nothing is asked, and for bodies that are neither JSON nor a form.
   */
  request?: Request;
  /** A form with a file in it, where JSON is not what is sent. */
  requestType?: "multipart/form-data";
  response: Response;
  /** `json-lines`: each line is one `response`; `binary`: not JSON at all. */
  answer: "json" | "json-lines" | "binary";
  /** Additional request headers, each with its description. */
  headers?: Readonly<Record<string, string>>;
  /** What each server-sent event has, where the body of a request may ask for an answer in events. */
  events?: z.ZodType;
  /** Media type of a binary answer other than OTLP. */
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

const FIELD = /\{(\w+)\}/g;

/** Names of the fields in a path: `id` of `/jobs/{id}`. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(FIELD)].map(([, field = ""]) => field);
}

/** Whether anything is sent behind the headers: not where all that is asked stands in the path. */
export function takesBody({ method, path, request }: Endpoint): boolean {
  if (method === "GET") return false;
  return pathFields(path).length === 0 || !request;
}

/** The field values in `path` where it matches `pattern`; undefined where not. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const segments = path.split("/");
  const wanted = pattern.split("/");
  if (segments.length !== wanted.length) return undefined;
  const fields: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const [field] = pathFields(wanted[at] ?? "");
    if (field === undefined ? segment !== wanted[at] : !PLAIN.test(segment)) return undefined;
    if (field !== undefined) fields[field] = segment;
  }
  return fields;
}

/** Ids and numbers only, so path fields need no escapes. */
const PLAIN = /^[\w-]+$/;

/** Path and query under which `request` is asked. Throws `TypeError` for a field that cannot stand in a path. */
export function addressOf({ method, path }: Pick<Endpoint, "method" | "path">, request: unknown): string {
  const given = new Map(Object.entries(request ?? {}));
  const filled = path.replaceAll(FIELD, (_braces, field: string) => {
    const value = String(given.get(field) ?? "");
    if (!PLAIN.test(value)) throw new TypeError(`${field} cannot be part of a URL`);
    given.delete(field);
    return value;
  });
  if (method === "POST") return filled;
  const asked = [...given].filter(([, value]) => value !== undefined && value !== null);
  if (asked.length === 0) return filled;
  return `${filled}?${new URLSearchParams(asked.map(([field, value]) => [field, String(value)])).toString()}`;
}
