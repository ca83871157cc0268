import * as z from "zod";
import { KEY_HEADERS, PROVIDERS } from "./connection-presets";
import { projectPattern } from "./keys";
import {
  CONNECTION_HEADERS,
  CONNECTION_MODELS,
  CONNECTION_PARALLEL,
  CONNECTION_PROJECTS,
  CONNECTION_SECRET_CHARS,
  CONNECTION_URL_CHARS,
} from "./limits";
import { list } from "./list";
import { baseAddress, headerKey, name, timeOrderedId, timestamp } from "./primitives";

/** Names a model server in errors, metrics and `/v1/models`. */
const serverName = z.string().regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, dashes or underscores");

/** The base address of a model server, to which `/chat/completions` and `/models` are appended. */
export const serverAddress = z
  .string()
  .max(CONNECTION_URL_CHARS, `must have at most ${CONNECTION_URL_CHARS} characters`)
  .pipe(baseAddress);

/** Headers that Loupe sets itself, and those of the connection. */
const OWN_HEADERS = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-request-id",
]);

const headerName = z
  .string()
  .toLowerCase()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,128}$/, "must be a header name of at most 128 characters")
  .refine((header) => !OWN_HEADERS.has(header), "is a header that Loupe sets itself");
const headerValue = z
  .string()
  .max(CONNECTION_SECRET_CHARS, `must have at most ${CONNECTION_SECRET_CHARS} characters`)
  .regex(
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
    "must be plain ASCII text that does not begin or end with a space",
  );

/** Values whose names are unique. */
export function namedList<Named extends z.ZodType<{ name: string }>>(named: Named, most: number) {
  return list(named)
    .max(most, `must have at most ${most} items`)
    .check(({ value, issues }) => {
      for (const [index, one] of value.entries()) {
        if (value.findIndex((other) => other.name === one.name) === index) continue;
        issues.push({ code: "custom", input: value, path: [index, "name"], message: "appears more than once" });
      }
    });
}

/** Headers that are sent to a server with every request. */
export const serverHeaders = namedList(z.strictObject({ name: headerName, value: headerValue }), CONNECTION_HEADERS);
export type ServerHeader = z.infer<typeof serverHeaders>[number];
/** A header without a value keeps the stored one. */
export const keptOrNewHeaders = namedList(
  z.strictObject({ name: headerName, value: headerValue.nullish() }),
  CONNECTION_HEADERS,
);

export const serverKey = headerKey.max(
  CONNECTION_SECRET_CHARS,
  `must have at most ${CONNECTION_SECRET_CHARS} characters`,
);

/** What the configuration of a model server has in `LOUPE_UPSTREAMS` and in Settings. */
export const serverFields = {
  name: serverName,
  base_url: serverAddress,
  /** The header that has the key: `authorization` as a Bearer token. Defaults to that of the provider. */
  key_header: z.enum(KEY_HEADERS),
  /** The only models to use from it; by default all that it lists. */
  models: list(name)
    .min(1, "must contain at least one model")
    .max(CONNECTION_MODELS, `must have at most ${CONNECTION_MODELS} items`),
  /** The projects that may use it: `*`, `<entity>/*` or `<entity>/<project>`. Defaults to all. */
  projects: list(projectPattern)
    .min(1, "must contain at least one project")
    .max(CONNECTION_PROJECTS, `must have at most ${CONNECTION_PROJECTS} items`),
  /** Requests that each replica sends to it at once; more wait. No limit by default. */
  max_parallel: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(CONNECTION_PARALLEL, `must be at most ${CONNECTION_PARALLEL}`),
  /** Whether it schedules by `priority`; other servers get no requests with a priority. */
  supports_priority: z.boolean(),
  /** Fields of a request, or types of content parts such as `image_url`, that must not be sent to it. */
  deny_params: list(name).max(CONNECTION_MODELS, `must have at most ${CONNECTION_MODELS} items`),
  /** Where a request's id is sent if the caller gave none; it is always sent in the header too. */
  request_id: z.enum(["body", "header"]),
};

const { name: connectionName, base_url, ...settings } = serverFields;

/** For each of these, null means the default. */
const settingFields = {
  /** Which preset it was made from. Defaults to the provider whose host the address has. */
  provider: z.enum(PROVIDERS).nullish(),
  key_header: settings.key_header.nullish(),
  models: settings.models.nullish(),
  projects: settings.projects.nullish(),
  max_parallel: settings.max_parallel.nullish(),
  supports_priority: settings.supports_priority.nullish(),
  deny_params: settings.deny_params.nullish(),
  request_id: settings.request_id.nullish(),
};

/** What is stored of a model server besides its secrets. */
export const connectionDefinition = z.object({ name: connectionName, base_url, ...settingFields });
export type ConnectionDefinition = z.infer<typeof connectionDefinition>;

/**
 * Where a model server is configured: `stored` in Settings; `environment`: by `LOUPE_UPSTREAMS`; `detected`: found on the
 * service's machine. Only stored ones can be changed.
 */
const CONNECTION_SOURCES = ["stored", "environment", "detected"] as const;
export type ConnectionSource = (typeof CONNECTION_SOURCES)[number];

/** A model server, without its key and the values of its headers, which are never returned. */
export const connection = z.object({
  source: z.enum(CONNECTION_SOURCES),
  /** Of stored ones. */
  id: z.string().optional(),
  name: z.string(),
  provider: z.enum(PROVIDERS),
  base_url: z.string(),
  key_header: z.enum(KEY_HEADERS),
  has_key: z.boolean(),
  /** The last 4 characters of a key that has at least 12. */
  key_end: z.string().optional(),
  /** Names of its additional headers. */
  headers: z.array(z.string()),
  /** Absent if all models that it lists are used. */
  models: z.array(z.string()).optional(),
  projects: z.array(z.string()),
  max_parallel: z.int().optional(),
  supports_priority: z.boolean(),
  deny_params: z.array(z.string()),
  request_id: z.enum(["body", "header"]),
  /** Why it cannot be used, such as a key that cannot be decrypted. */
  problem: z.string().optional(),
  /** Whether it responded when its models were listed last, and how many can be used; absent if it was not asked yet. */
  responds: z.boolean().optional(),
  model_count: z.int().optional(),
  /** Of stored ones: increases with every change. */
  revision: z.int().optional(),
  created_by: z.string().optional(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
});
export type Connection = z.infer<typeof connection>;

/** For admins of all projects. Configured servers first, then stored ones by name. */
export const connectionsQueryRequest = z.strictObject({});
export const connectionsQueryResponse = z.object({ connections: z.array(connection) });

/** Repeating a request with the same `id` creates nothing more. */
export const connectionsCreateRequest = z.strictObject({
  id: timeOrderedId.nullish(),
  name: connectionName,
  base_url,
  ...settingFields,
  api_key: serverKey.nullish(),
  headers: serverHeaders.nullish(),
});
export type ConnectionsCreate = z.infer<typeof connectionsCreateRequest>;
export const connectionsCreateResponse = z.object({ connection });

/**
 * A field that is left out is kept. A null `api_key` removes the key; `headers` replaces the list, where a header without
 * a value keeps the stored one. With another `base_url`, key and values must be given again, so that nobody can have them
 * sent elsewhere.
 */
const changes = {
  name: connectionName.optional(),
  base_url: base_url.optional(),
  ...settingFields,
  api_key: serverKey.nullable().optional(),
  headers: keptOrNewHeaders.nullable().optional(),
};

/** `replaces`: the revision that is changed; `conflict` if it is another by now. */
export const connectionsUpdateRequest = z.strictObject({
  id: timeOrderedId,
  replaces: z.int().optional(),
  ...changes,
});
export type ConnectionsUpdate = z.infer<typeof connectionsUpdateRequest>;
export const connectionsUpdateResponse = z.object({ connection });

/** Answers that are under way are completed. `deleted` is false if there was no such server. */
export const connectionsDeleteRequest = z.strictObject({ id: timeOrderedId, replaces: z.int().optional() });
export const connectionsDeleteResponse = z.object({ deleted: z.boolean() });

/**
 * Lists the models of a server and asks one of them a short question, without storing anything: of a stored one with
 * these changes, or of one that is not stored, which needs a `base_url`. `model`: the one to ask.
 */
export const connectionsTestRequest = z.strictObject({
  id: timeOrderedId.nullish(),
  ...changes,
  model: name.nullish(),
});

/** What is wrong, and the field that probably causes it. */
const testProblem = z.object({
  message: z.string(),
  field: z.enum(["base_url", "api_key", "key_header", "headers", "models", "model"]).optional(),
});
export type TestProblem = z.infer<typeof testProblem>;

export const connectionsTestResponse = z.object({
  /** The first models that can be used, and how many there are. */
  list: z.object({
    latency_ms: z.number(),
    models: z.array(z.string()),
    count: z.int(),
    problem: testProblem.optional(),
  }),
  /** Absent if there is no model to ask. `text` may be empty, if the model used its tokens for reasoning. */
  answer: z
    .object({ model: z.string(), latency_ms: z.number(), text: z.string().optional(), problem: testProblem.optional() })
    .optional(),
});
export type ConnectionTest = z.infer<typeof connectionsTestResponse>;
