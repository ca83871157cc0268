import type { z } from "zod";
import { EXPORT_HEADER } from "./export-header";

/** Rights of a key on a project, each including those before it (design, 7). */
export const ROLES = ["viewer", "annotator", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** One endpoint: the definition that the service, the relay, the client and the OpenAPI document are derived from. */
export type Endpoint<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Fields of the request that are part of the path are in braces. */
  path: `/${string}`;
  base: "base_url" | "inference_base_url";
  /** `signed`: the address has a signature, which another endpoint returned. */
  auth: "basic" | "bearer" | "signed" | "none";
  /** Role required on the project of the request; a list over projects filters by it instead. */
  role: Role | "none";
  /** `core` for the interface's eight endpoints, else an extension. */
  kind: "core" | "extension";
  summary: string;
  /**
   * The request: its fields that are in braces in the path are sent there, all others in the query of a GET or the body
   * of a POST. Absent for endpoints without a request, and for bodies that are neither JSON nor a form.
   */
  request?: Request;
  /** The fields that are not in the path are sent as JSON, in the body of a request other than a POST. */
  bodyBesidePath?: true;
  /** Set for a form, which is not sent as JSON. */
  requestType?: "multipart/form-data" | "application/x-www-form-urlencoded";
  response: Response;
  /** `json-lines`: each line is one `response`; `binary`: not JSON at all. */
  answer: "json" | "json-lines" | "binary";
  /** Additional request headers, each with its description. */
  headers?: Readonly<Record<string, string>>;
  /** The schema of each server-sent event, if the request can ask for a streamed response. */
  events?: z.ZodType;
  /** Media type of a binary answer other than OTLP. */
  answerType?: "application/octet-stream" | "text/plain; version=0.0.4; charset=utf-8" | "text/html; charset=utf-8";
  errors: "trace" | "openai" | "otlp";
  /** Refused where a typo would return too much, ignored where rejecting would lose a record. */
  unknownFields: "refuse" | "ignore" | "pass";
  /** Still works when the disk is full, since storing is not its purpose. */
  storesNothing?: true;
  /**
   * What the audit log records: a `change`, an `export`, or a `read` if the header `EXPORT_HEADER` says that it is an
   * export. Every read that sends as much as an export is recorded, too. Absent for other reads, and for what programs
   * append with their own author and time.
   */
  audit?: "change" | "export" | "read";
  /** Whether a browser may reach it through the dashboard's relay; `open`: also somebody who is not signed in. */
  relayed: boolean | "open";
};

/** Properties common to endpoints that read, and to those that record. */
export const read = { role: "viewer", kind: "extension", unknownFields: "refuse" } as const;
export const record = { role: "member", kind: "extension", unknownFields: "ignore" } as const;

/** Properties of an endpoint that returns all of something, unless there is a limit. */
export const exportable = {
  audit: "read",
  headers: {
    [EXPORT_HEADER]:
      "`yes` if the answer is saved: the audit log then records an export, as it does of every answer with 1,000 rows or 1 MiB.",
  },
} as const;

/** The usual endpoint: POST of JSON under `base_url` with Basic authentication, answered as JSON. */
export function traceEndpoint<Request extends z.ZodType, Response extends z.ZodType>(
  endpoint: Pick<Endpoint, "path" | "role" | "kind" | "summary" | "unknownFields"> & {
    request: Request;
    response: Response;
    answer?: "json-lines";
    audit?: Endpoint["audit"];
    headers?: Endpoint["headers"];
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

/** Whether a body is sent: not when all fields are in the path. */
export function takesBody({ method, path, request, bodyBesidePath }: Endpoint): boolean {
  if (method === "GET") return false;
  if (bodyBesidePath) return true;
  return pathFields(path).length === 0 || !request;
}

/** The field values in `path` if it matches `pattern`, else undefined. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const segments = path.split("/");
  const patternSegments = pattern.split("/");
  if (segments.length !== patternSegments.length) return undefined;
  const fields: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const [field] = pathFields(patternSegments[at] ?? "");
    if (field === undefined ? segment !== patternSegments[at] : !PLAIN.test(segment)) return undefined;
    if (field !== undefined) fields[field] = segment;
  }
  return fields;
}

/** Only ids and numbers, so path fields need no escapes. */
const PLAIN = /^[\w-]+$/;

/** Path and query for `request`. Throws `TypeError` for a field that cannot be in a path. */
export function addressOf(
  { method, path, bodyBesidePath }: Pick<Endpoint, "method" | "path" | "bodyBesidePath">,
  request: unknown,
): string {
  const values = new Map(Object.entries(request ?? {}));
  const filled = path.replaceAll(FIELD, (_braces, field: string) => {
    const value = String(values.get(field) ?? "");
    if (!PLAIN.test(value)) throw new TypeError(`${field} cannot be part of a URL`);
    values.delete(field);
    return value;
  });
  if (method === "POST" || bodyBesidePath) return filled;
  const parameters = [...values].filter(([, value]) => value !== undefined && value !== null);
  if (parameters.length === 0) return filled;
  return `${filled}?${new URLSearchParams(parameters.map(([field, value]) => [field, String(value)])).toString()}`;
}
