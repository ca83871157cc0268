import * as z from "zod";
import { type Endpoint, pathFields, takesBody } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openAiError, traceError } from "@/lib/contract/errors";
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/error-codes";
import * as limits from "@/lib/contract/limits";
import { componentSchemas, schemaRef } from "./openapi-schemas";

const JSON_TYPE = "application/json";
const OTLP_TYPES = ["application/x-protobuf", JSON_TYPE];

/** Errors of any endpoint, of those that require a key, and of those with a body. */
const ANY_ERRORS: ErrorCode[] = ["misdirected", "internal", "unavailable"];
const KEY_ERRORS: ErrorCode[] = ["unauthenticated", "forbidden", "too_many_requests"];
const BODY_ERRORS: ErrorCode[] = [
  "not_json",
  "bad_request",
  "not_found",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "invalid",
  "storage_full",
];

/** Errors of endpoints that call a model server. */
const UPSTREAM_ERRORS: ErrorCode[] = ["bad_gateway", "gateway_timeout"];

/** What an endpoint does with unknown fields of a body. */
export const UNKNOWN_FIELDS: Record<Endpoint["unknownFields"], string> = {
  refuse: "Unknown fields are rejected.",
  ignore: "Unknown fields are ignored.",
  pass: "Unknown fields are forwarded.",
};

export type OpenApiDocument = ReturnType<typeof makeDocument>;

const made = new Map<string, OpenApiDocument>();

/**
 * The contract as an OpenAPI 3.1 document: paths from the endpoint list, schemas from the zod shapes. Built once per
 * version, since that takes a tenth of a second and the document needs no key.
 */
export function openApiDocument(version: string): OpenApiDocument {
  const document = made.get(version) ?? makeDocument(version);
  made.set(version, document);
  return document;
}

function makeDocument(version: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Loupe",
      version,
      description: description(),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths: pathItems(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "Any user name, with the API key as the password." },
        bearer: { type: "http", scheme: "bearer", description: "The API key as the bearer credential." },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
    },
  };
}

function pathItems(): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
    items[endpoint.path] = { ...items[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  return items;
}

type PathItem = Record<string, ReturnType<typeof operationOf>>;

function operationOf(name: string, endpoint: Endpoint) {
  const parameters = [...fieldParameters(endpoint), ...headerParameters(endpoint.headers ?? {})];
  return {
    operationId: name,
    summary: endpoint.summary,
    description: explain(endpoint),
    tags: [endpoint.kind === "core" ? "Core" : "Extensions"],
    security:
      endpoint.auth === "none" || endpoint.auth === "signed" ? [] : [{ basic: [] }, { bearer: [] }, { apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(takesBody(endpoint) && { requestBody: requestBody(endpoint) }),
    responses: { "200": { description: "Success", content: answerContent(endpoint) }, ...errorResponses(endpoint) },
  };
}

/** The fields outside the body: those of the path, and all fields of a GET. */
export function fieldParameters({ method, path, request, bodyBesidePath }: Endpoint) {
  if (!request) return [];
  const inPath = pathFields(path);
  if (method === "POST" && inPath.length === 0) return [];
  const onlyPath = method === "POST" || bodyBesidePath === true;
  const { properties = {}, required = [] } = z.toJSONSchema(request, { io: "input" });
  return Object.entries(properties)
    .filter(([field]) => !onlyPath || inPath.includes(field))
    .map(([field, schema]) => ({
      name: field,
      in: inPath.includes(field) ? "path" : "query",
      required: required.includes(field),
      description: typeof schema === "object" ? (schema.description ?? "") : "",
      schema,
    }));
}

function headerParameters(headers: NonNullable<Endpoint["headers"]>) {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

function explain({ role, method, unknownFields, answer }: Endpoint): string {
  const sentences = [
    role === "none" ? "No key required." : `Requires the \`${role}\` role on the project.`,
    method === "POST" || unknownFields === "refuse" ? UNKNOWN_FIELDS[unknownFields] : "",
    answer === "json-lines"
      ? "One JSON object per line, whose payloads have no line breaks between their tokens. If the list fails midway, the connection is closed."
      : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

function requestBody({ request, requestType }: Endpoint) {
  const content = request
    ? { [requestType ?? JSON_TYPE]: { schema: schemaRef(request) } }
    : Object.fromEntries(OTLP_TYPES.map((type) => [type, {}]));
  return { required: true, content };
}

function answerContent({ answer, answerType, response, events }: Endpoint) {
  if (answerType) return { [answerType]: {} };
  if (answer === "binary") return Object.fromEntries(OTLP_TYPES.map((type) => [type, {}]));
  return {
    [answer === "json-lines" ? "application/jsonl" : JSON_TYPE]: { schema: schemaRef(response) },
    ...(events && { "text/event-stream": { schema: schemaRef(events) } }),
  };
}

function errorResponses(endpoint: Endpoint) {
  const codes = [
    ...ANY_ERRORS,
    ...(endpoint.auth === "none" ? [] : KEY_ERRORS),
    ...(endpoint.method === "GET" ? [] : BODY_ERRORS),
    ...(endpoint.events ? UPSTREAM_ERRORS : []),
  ];
  const shape = endpoint.errors === "openai" ? openAiError : traceError;
  const content =
    endpoint.errors === "otlp"
      ? Object.fromEntries(OTLP_TYPES.map((type) => [type, {}]))
      : { [JSON_TYPE]: { schema: schemaRef(shape) } };
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const description = codes.filter((code) => ERROR_STATUS[code] === status).join(", ");
      return [status, { description, content }];
    }),
  );
}

const kib = (bytes: number) => `${bytes / 2 ** 10} KiB`;
const mib = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;

/** Every limit as the reference shows it; a missing one does not compile. */
export const LIMITS: Record<keyof typeof limits, [what: string, limit: string | number]> = {
  BODY_BYTES: ["JSON body", mib(limits.BODY_BYTES)],
  OPEN_BODY_BYTES: ["Body of a request without a key", kib(limits.OPEN_BODY_BYTES)],
  TRAINING_BYTES: ["Body of a training job", mib(limits.TRAINING_BYTES)],
  TRAJECTORY_BYTES: [
    "One trajectory of a training job, and separately the rest of its body",
    mib(limits.TRAJECTORY_BYTES),
  ],
  TRAINING_GROUPS: ["Groups in one training job", limits.TRAINING_GROUPS],
  TRAINING_TRAJECTORIES: ["Trajectories in one training job", limits.TRAINING_TRAJECTORIES],
  LIST_ERRORS: ["Invalid items of one array that an error reports", limits.LIST_ERRORS],
  TRAINING_CONFIG_CHARS: ["`experimental_config` of a training job", `${limits.TRAINING_CONFIG_CHARS} characters`],
  TRAINING_ERRORS: ["Invalid fields reported in one error about a training job", limits.TRAINING_ERRORS],
  TRAINING_CALLS: ["Calls that one training job is linked to", limits.TRAINING_CALLS],
  TRAINING_EVENT_BYTES: ["One event of a training job", `${limits.TRAINING_EVENT_BYTES} bytes`],
  TRAINING_LOG_BYTES: ["Stored log of one training job", mib(limits.TRAINING_LOG_BYTES)],
  TRAINING_EVENTS_BYTES: ["Other stored events of one training job", mib(limits.TRAINING_EVENTS_BYTES)],
  TRAINING_CHECKPOINTS: ["Stored checkpoints of one training job", limits.TRAINING_CHECKPOINTS],
  TRAINING_OUTPUT_BYTES: ["Output of the program that runs a training job", mib(limits.TRAINING_OUTPUT_BYTES)],
  JOBS_PER_PAGE: ["Training jobs, models, checkpoints or groups in one response", limits.JOBS_PER_PAGE],
  EVENTS_PER_PAGE: ["Events of a training job in one response", limits.EVENTS_PER_PAGE],
  JSON_DEPTH: ["JSON nesting", `${limits.JSON_DEPTH} levels`],
  NAME_CHARS: [
    "IDs, names, types and refs",
    `${limits.NAME_CHARS} characters; where indexed, also at most ${limits.NAME_CHARS} bytes of UTF-8`,
  ],
  CALL_NAMES_BYTES: [
    "Project, ID, trace, parent and op of a call together",
    `${limits.CALL_NAMES_BYTES} bytes of UTF-8`,
  ],
  COMMENT_CHARS: ["Comment", `${limits.COMMENT_CHARS} characters`],
  QUOTE_CHARS: ["Passage quoted by a comment", `${limits.QUOTE_CHARS} characters`],
  BATCH_ITEMS: ["Items in one batch of calls", limits.BATCH_ITEMS],
  CALLS_PER_DELETE: ["Calls in one `/calls/delete`", limits.CALLS_PER_DELETE],
  MODELS_ORDERED: ["Models that `/calls/models` lists, in order of first use", limits.MODELS_ORDERED],
  FACET_VALUES: ["Values of one field that `/calls/facets` counts", limits.FACET_VALUES],
  FACET_FIELDS: ["Fields in one `/calls/facets`", limits.FACET_FIELDS],
  STATS_BUCKETS: ["Time buckets in one response of `/calls/stats` or `/feedback/query_stats`", limits.STATS_BUCKETS],
  STATS_ROWS: ["Time buckets × groups in one response of `/calls/stats` or `/feedback/query_stats`", limits.STATS_ROWS],
  DASHBOARD_CHARTS: ["Charts on one dashboard", limits.DASHBOARD_CHARTS],
  GROUP_FIELDS: ["Fields that one `/calls/stats` groups by", limits.GROUP_FIELDS],
  PROJECTS_COUNTED: ["Projects that one `/projects/query_stats` counts", limits.PROJECTS_COUNTED],
  STATS_GROUPS: ["Groups that one `/calls/stats` counts apart from all others", limits.STATS_GROUPS],
  FEEDBACK_VALUES: [
    "Values per feedback type that `/feedback/query_stats` counts individually",
    limits.FEEDBACK_VALUES,
  ],
  FEEDBACK_NUMBERS: [
    "Distinct numbers per feedback type that `/feedback/query_stats` counts individually; beyond that, by range",
    limits.FEEDBACK_NUMBERS,
  ],
  COMPARED_VALUES: ["Values of each side that `/feedback/compare` counts individually", limits.COMPARED_VALUES],
  COMPARED_POINTS: ["Pairs of numbers in one response of `/feedback/compare`", limits.COMPARED_POINTS],
  FEEDBACK_FIELDS: ["Different feedback values in the filter and order of one list of calls", limits.FEEDBACK_FIELDS],
  THREAD_FEEDBACK: ["Feedback records of one thread in `/threads/stream_query`, the newest", limits.THREAD_FEEDBACK],
  FEEDBACK_RANGES: ["Approximate number of ranges in `/feedback/query_stats`", limits.FEEDBACK_RANGES],
  ALERTS_PER_PROJECT: ["Alerts in one project", limits.ALERTS_PER_PROJECT],
  ALERT_CHANNELS: ["Channels of one alert", limits.ALERT_CHANNELS],
  ALERT_SHORTEST_WINDOW_SECONDS: ["Shortest window of an alert", `${limits.ALERT_SHORTEST_WINDOW_SECONDS} s`],
  ALERT_LONGEST_WINDOW_SECONDS: ["Longest window of an alert", `${limits.ALERT_LONGEST_WINDOW_SECONDS} s`],
  ALERT_DELAY_SECONDS: ["Delay with which the windows of an alert are evaluated", `${limits.ALERT_DELAY_SECONDS} s`],
  ALERT_CONSECUTIVE: ["Consecutive windows that an alert requires", limits.ALERT_CONSECUTIVE],
  ALERT_CATCH_UP_WINDOWS: [
    "Windows of an alert that are evaluated after an outage; earlier ones are skipped",
    limits.ALERT_CATCH_UP_WINDOWS,
  ],
  AUDIT_RECORDS_PER_PAGE: ["Records in one response of `/audit/query`", limits.AUDIT_RECORDS_PER_PAGE],
  ALERTS_PER_PAGE: ["Events in one response of `/alerts/history`", limits.ALERTS_PER_PAGE],
  ALERT_EVENTS_KEPT: ["Stored events per alert, the newest", limits.ALERT_EVENTS_KEPT],
  EXPERIMENT_ROWS: ["Rows of an experiment, without repetitions", limits.EXPERIMENT_ROWS],
  EXPERIMENT_REPETITIONS: ["Runs of one row in an experiment", limits.EXPERIMENT_REPETITIONS],
  EXPERIMENT_PARALLEL: ["Requests to models at once in an experiment", limits.EXPERIMENT_PARALLEL],
  EXPERIMENT_SCORERS: ["Scorers of an experiment", limits.EXPERIMENT_SCORERS],
  EXPERIMENTS_PER_PAGE: ["Experiments in one response of `/experiments/query`", limits.EXPERIMENTS_PER_PAGE],
  SCORING_RULES_PER_PAGE: ["Rules in one response of `/scoring/query`", limits.SCORING_RULES_PER_PAGE],
  SCORING_FAILURES_PER_PAGE: ["Calls in one response of `/scoring/failures`", limits.SCORING_FAILURES_PER_PAGE],
  SCORING_QUIET_MINUTES: ["For how long a thread may have to be quiet", `${limits.SCORING_QUIET_MINUTES} minutes`],
  SCORER_TEXT_CHARS: ["Text, pattern or message of a scorer", `${limits.SCORER_TEXT_CHARS} characters`],
  JUDGE_MESSAGES: ["Messages of a judge", limits.JUDGE_MESSAGES],
  SCHEMA_CHARS: ["JSON Schema of a scorer or annotation that is applied", `${limits.SCHEMA_CHARS} characters`],
  SCHEMA_VALUE_CHARS: ["JSON that such a schema is applied to", `${limits.SCHEMA_VALUE_CHARS} characters`],
  FILLED_CHARS: ["Request of a row or a judge after its variables are filled in", `${limits.FILLED_CHARS} characters`],
  KEEP_DAYS: ["Longest time that traces are kept for, days", limits.KEEP_DAYS],
  MASKING_RULES: ["Masking rules of one project", limits.MASKING_RULES],
  MASKING_PATHS: ["Paths of one masking rule", limits.MASKING_PATHS],
  MASKING_PATTERN_CHARS: ["Longest pattern of a masking rule, characters", limits.MASKING_PATTERN_CHARS],
  MASKING_REPLACEMENT_CHARS: ["Longest replacement of a masking rule, characters", limits.MASKING_REPLACEMENT_CHARS],
  MASKING_CALLS: ["Calls that a dry run of masking rules reads", limits.MASKING_CALLS],
  MASKING_SAMPLES: ["Matches of one rule that a dry run shows", limits.MASKING_SAMPLES],
  CHANNEL_URL_CHARS: ["URL of an alert's channel", `${limits.CHANNEL_URL_CHARS} characters`],
  COSTS_PER_REQUEST: ["Prices in one `/cost/create`", limits.COSTS_PER_REQUEST],
  PRICE_TIERS: ["Tiers per price", limits.PRICE_TIERS],
  PRICED_MODELS: ["Models per project that cost statistics cover", limits.PRICED_MODELS],
  PRICE_MAX: ["Price of one token, in its currency", limits.PRICE_MAX],
  STATED_COST_MAX: ["Stated cost of a call, in USD; higher ones are ignored", limits.STATED_COST_MAX],
  REFS_PER_BATCH: ["Refs in one `/refs/read_batch`", limits.REFS_PER_BATCH],
  REFS_BYTES: ["Values that one `/refs/read_batch` reads, and returns", mib(limits.REFS_BYTES)],
  TABLE_DIFF_ROWS: ["Rows in one response of `/table/diff`", limits.TABLE_DIFF_ROWS],
  TABLE_DIFF_BYTES: ["Total size of rows in one response of `/table/diff`", mib(limits.TABLE_DIFF_BYTES)],
  PROFILE_ROWS: ["Rows that `/table/profile` samples, spread over the table", limits.PROFILE_ROWS],
  PROFILE_BYTES: ["Total size of rows that `/table/profile` samples", mib(limits.PROFILE_BYTES)],
  PROFILE_COLUMNS: ["Columns in one response of `/table/profile`", limits.PROFILE_COLUMNS],
  OBJECT_CLASSES: ["Classes that `/objs/query_stats` counts individually", limits.OBJECT_CLASSES],
  LABEL_CHARS: ["Label of an object version", `${limits.LABEL_CHARS} characters`],
  LABELS_PER_OBJECT: ["Labels of one object; protected labels in one project", limits.LABELS_PER_OBJECT],
  LABELS_PER_PAGE: ["Labels in one response of `/obj/labels/query`, or moves of `/history`", limits.LABELS_PER_PAGE],
  TABLE_UPDATES: ["Steps in one `/table/update`", limits.TABLE_UPDATES],
  DELETED_DIGESTS: ["Versions in one `/obj/delete`", limits.DELETED_DIGESTS],
  SORT_TEXT_CHARS: ["Characters of a string that a table's sort compares", limits.SORT_TEXT_CHARS],
  SORT_FIELDS: ["Fields in one sort", limits.SORT_FIELDS],
  EXPRESSION_OPERATORS: ["Operators in one query expression", limits.EXPRESSION_OPERATORS],
  EXPRESSION_RELATIONS: ["Relations (`$related`) in one query expression", limits.EXPRESSION_RELATIONS],
  EXPRESSION_DEPTH: ["Nesting of a query expression", limits.EXPRESSION_DEPTH],
  PREVIEW_CHARS: ["Preview of an input or output in a list", `${limits.PREVIEW_CHARS} characters`],
  PURGE_ROWS: ["Rows that one purge removes", limits.PURGE_ROWS],
  REFUSALS_KEPT: ["Rejected items stored per project", limits.REFUSALS_KEPT],
  KEY_ROLES: ["Project patterns in the roles of one key or person", limits.KEY_ROLES],
  INVITATION_DAYS: ["Longest time for which an invitation can be used, days", limits.INVITATION_DAYS],
  NOTE_CHARS: ["Longest note on an invitation, characters", limits.NOTE_CHARS],
  EXPORT_ROWS: ["Rows from which on a read is recorded as an export", limits.EXPORT_ROWS],
  EXPORT_BYTES: ["Bytes from which on a read is recorded as an export", mib(limits.EXPORT_BYTES)],
  PEOPLE_NAMES: ["Names of people in one request or answer", limits.PEOPLE_NAMES],
  PEOPLE_PICTURES: ["People in one answer that have their picture in it", limits.PEOPLE_PICTURES],
  PICTURE_BYTES: ["Picture of a person", kib(limits.PICTURE_BYTES)],
  PICTURE_PIXELS: ["Width and height of the picture of a person", `${limits.PICTURE_PIXELS} pixels`],
  QUEUED_STATEMENTS_PER_KEY: ["Waiting database statements per key", limits.QUEUED_STATEMENTS_PER_KEY],
  QUEUED_STATEMENTS: ["Waiting database statements, in total", limits.QUEUED_STATEMENTS],
  QUEUE_WAIT_MS: ["Time to wait for the database, or for memory for a body", seconds(limits.QUEUE_WAIT_MS)],
  READ_STATEMENT_MS: ["Duration of a statement for a page, a count or statistics", seconds(limits.READ_STATEMENT_MS)],
  EXPORT_STATEMENT_MS: ["Duration of a statement for a list without a limit", seconds(limits.EXPORT_STATEMENT_MS)],
  BODIES_HELD_BYTES: ["Request bodies in memory, in total; further ones wait", mib(limits.BODIES_HELD_BYTES)],
  KEY_BODIES_HELD_BYTES: ["Request bodies in memory per key; further ones wait", mib(limits.KEY_BODIES_HELD_BYTES)],
  OPEN_REQUEST_BYTES: ["Memory charged for each open request, in addition to its body", kib(limits.OPEN_REQUEST_BYTES)],
  WAITING_BODIES_PER_KEY: ["Requests per key that wait for memory for their bodies", limits.WAITING_BODIES_PER_KEY],
  BODY_IDLE_MS: ["Longest pause in a request body", seconds(limits.BODY_IDLE_MS)],
  BODY_BYTES_PER_SECOND: [
    `Minimum average rate of a request body, after the first ${seconds(limits.BODY_IDLE_MS)}`,
    `${kib(limits.BODY_BYTES_PER_SECOND)} per second`,
  ],
  OTLP_PACKED_BYTES: ["OTLP body, compressed", mib(limits.OTLP_PACKED_BYTES)],
  OTLP_UNPACKED_BYTES: ["OTLP body, uncompressed", mib(limits.OTLP_UNPACKED_BYTES)],
  OTLP_SPANS: ["Spans, scopes and resources in one OTLP export", limits.OTLP_SPANS],
  OTLP_PARTS: ["Attributes, values, events and links in one OTLP export", limits.OTLP_PARTS],
  OTLP_ATTRIBUTES: [
    "Attributes of a span that are stored as sent; all are read, others are counted",
    limits.OTLP_ATTRIBUTES,
  ],
  OTLP_EVENTS: ["Events of a span that are stored as sent, and likewise links", limits.OTLP_EVENTS],
  SPAN_RECORDS_KEPT: [
    "Log records kept for spans, per project; the oldest are dropped first",
    limits.SPAN_RECORDS_KEPT,
  ],
  SPAN_RECORD_MINUTES: ["Time for which a log record waits for its span", `${limits.SPAN_RECORD_MINUTES} min`],
  OTLP_VALUE_DEPTH: ["Nesting of a span's attribute", limits.OTLP_VALUE_DEPTH],
  OTLP_RAW_VALUE_CHARS: [
    "Exception text of a call, and each string attribute of a span",
    `${limits.OTLP_RAW_VALUE_CHARS} characters; values that become input or output are stored whole`,
  ],
  UPSTREAM_CONNECT_MS: ["Time to connect to a model server", seconds(limits.UPSTREAM_CONNECT_MS)],
  CONNECTIONS: ["Model servers that admins can add", limits.CONNECTIONS],
  CONNECTION_MODELS: ["Models of an added model server, if they are named", limits.CONNECTION_MODELS],
  CONNECTION_PROJECTS: ["Project patterns of an added model server", limits.CONNECTION_PROJECTS],
  CONNECTION_HEADERS: ["Additional headers of a model server", limits.CONNECTION_HEADERS],
  CONNECTION_SECRET_CHARS: ["Key and each header of a model server", `${limits.CONNECTION_SECRET_CHARS} characters`],
  CONNECTION_URL_CHARS: ["Address of a model server", `${limits.CONNECTION_URL_CHARS} characters`],
  CONNECTION_PARALLEL: ["Highest limit of requests at once to a model server", limits.CONNECTION_PARALLEL],
  RUNNER_TEXT_CHARS: ["Entrypoint of a stored training runner", `${limits.RUNNER_TEXT_CHARS} characters`],
  RUNNER_JSON_CHARS: [
    "Runtime environment of a stored training runner, and each of its variables",
    `${limits.RUNNER_JSON_CHARS} characters`,
  ],
  RUNNER_VARIABLES: ["Environment variables of a stored training runner", limits.RUNNER_VARIABLES],
  RUNNER_BASE_MODELS: ["Base models of a training runner", limits.RUNNER_BASE_MODELS],
  RUNNER_CONCURRENCY: ["Training jobs that a replica runs at once", limits.RUNNER_CONCURRENCY],
  RUNNER_TEST_MS: ["Time for each answer in `/training/runner/test`", seconds(limits.RUNNER_TEST_MS)],
  WAITING_COMPLETIONS_PER_PROJECT: [
    "Chat completions of one project that wait for a model server with such a limit, per replica",
    limits.WAITING_COMPLETIONS_PER_PROJECT,
  ],
  WAITING_COMPLETIONS: ["The same, of all projects", limits.WAITING_COMPLETIONS],
  COMPLETION_WAIT_MS: ["Time to wait for a model server with such a limit", seconds(limits.COMPLETION_WAIT_MS)],
  TEST_LIST_MS: ["Time for listing models in `/connections/test`", seconds(limits.TEST_LIST_MS)],
  TEST_ANSWER_MS: ["Time for the answer in `/connections/test`", seconds(limits.TEST_ANSWER_MS)],
  FIRST_TOKEN_MS: [
    "Time to the first token of a chat completion, or to the whole response if it is not streamed",
    seconds(limits.FIRST_TOKEN_MS),
  ],
  ANSWER_IDLE_MS: ["Longest pause within a streamed chat completion", seconds(limits.ANSWER_IDLE_MS)],
  RECORDED_ANSWER_BYTES: ["Recorded part of one chat completion", mib(limits.RECORDED_ANSWER_BYTES)],
  RECORDS_HELD_BYTES: [
    "Chat requests and completions waiting to be recorded, in total",
    mib(limits.RECORDS_HELD_BYTES),
  ],
  MCP_BODY_BYTES: ["Request to `/mcp`", mib(limits.MCP_BODY_BYTES)],
  MCP_MESSAGES: ["Messages in one request to `/mcp`", limits.MCP_MESSAGES],
  KEY_RECORDS_HELD_BYTES: [
    "Chat requests and completions waiting to be recorded, per key",
    mib(limits.KEY_RECORDS_HELD_BYTES),
  ],
};

/** The purpose of the interface, and its guarantee about payloads. */
export const PURPOSE = "Traces, feedback, objects, tables, costs, chat and training over HTTP.";
export const PROMISE =
  "Payload fields are stored and returned exactly as sent, including number formatting and key order.";

function description(): string {
  const table = Object.values(LIMITS)
    .map(([what, limit]) => `| ${what} | ${limit} |`)
    .join("\n");
  return `${PURPOSE}\n\n## Limits\n\n| what | limit |\n|---|---|\n${table}\n\n${PROMISE}`;
}
