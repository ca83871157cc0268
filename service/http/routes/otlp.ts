import { Writer } from "protobufjs/minimal.js";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { fromHeaderText } from "@/lib/contract/header-text";
import { OTLP_PACKED_BYTES, OTLP_UNPACKED_BYTES } from "@/lib/contract/limits";
import { mayAccess } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import { decodeExport, decodeLogs, type OtlpFormat } from "@/service/ingest/otlp/decode-export";
import { type Exporter, type ExportResult, recordExport } from "@/service/ingest/otlp/record-export";
import { noteMetrics, recordLogs } from "@/service/ingest/otlp/record-logs";
import { readBody } from "@/service/http/middleware/body";
import type { Store } from "@/service/store/store";
import type { ServiceContext } from "@/service/http/middleware/env";
import { PROJECT_HEADERS } from "./client-project";
import { refuseOwnExport, withOwn, withoutOwnSpans } from "./loupe-telemetry";
import type { Route } from "./route";

const FORMATS = new Map<string | undefined, OtlpFormat>([
  ["application/x-protobuf", "protobuf"],
  ["application/json", "json"],
]);
const LIMITS = { packedBytes: OTLP_PACKED_BYTES, unpackedBytes: OTLP_UNPACKED_BYTES };

type Sent = { body: Buffer; format: OtlpFormat };

/** What is done with the body of an export of one signal, and what its rejected items are called in JSON. */
interface Signal {
  take(c: ServiceContext, store: Store, sent: Sent, exporter: Exporter): Promise<ExportResult>;
  rejectedItems: string;
}

const NONE_REJECTED: ExportResult = { rejected: 0, message: "" };

const TRACES: Signal = {
  async take(c, store, { body, format }, exporter) {
    const { others, own } = await withoutOwnSpans(c, store, decodeExport(body, format));
    return withOwn(await recordExport(store, others, exporter), own);
  },
  rejectedItems: "rejectedSpans",
};

const LOGS: Signal = {
  take: (_c, store, { body, format }, exporter) => recordLogs(store, decodeLogs(body, format), exporter),
  rejectedItems: "rejectedLogRecords",
};

const METRICS: Signal = {
  take: (_c, store, _sent, exporter) => noteMetrics(store, exporter).then(() => NONE_REJECTED),
  rejectedItems: "rejectedDataPoints",
};

/** OTLP over HTTP; responses follow the OTLP specification ("OTLP/HTTP Response"). */
export const otlpRoutes: readonly Route[] = [
  ...[endpoints.otlpTraces, endpoints.otlpTracesPrefixed, endpoints.otlpTracesAgents, endpoints.otlpTracesLangfuse].map(
    routeOf(TRACES),
  ),
  ...[endpoints.otlpLogs, endpoints.otlpLogsPrefixed].map(routeOf(LOGS)),
  ...[endpoints.otlpMetrics, endpoints.otlpMetricsPrefixed].map(routeOf(METRICS)),
];

function routeOf(signal: Signal): (endpoint: Route["endpoint"]) => Route {
  return (endpoint) => ({ endpoint, answer: (c, deps) => takeExport(c, deps, signal) });
}

async function takeExport(c: ServiceContext, { store }: ServiceDeps, signal: Signal): Promise<Response> {
  const identity = c.get("identity");
  if (!identity) throw new AppError("unauthenticated", "This endpoint requires a key");
  await refuseOwnExport(c, store);
  const format = formatOf(c.req.header("content-type"));
  const body = await readBody(c, LIMITS);
  const result = await signal.take(
    c,
    store,
    { body, format },
    {
      projectHeader: namedProject(c),
      defaultProject: identity.defaultProject,
      owner: identity.owner,
      mayWrite: (projectId) => mayAccess(identity, projectId, "member"),
    },
  );
  return format === "json" ? answerJson(c, result, signal) : answerProtobuf(c, result);
}

function namedProject(c: ServiceContext): string | undefined {
  const header = PROJECT_HEADERS.map((name) => c.req.header(name)).find((value) => value !== undefined);
  return header === undefined ? undefined : fromHeaderText(header);
}

function formatOf(contentType: string | undefined): OtlpFormat {
  const format = FORMATS.get(contentType?.split(";")[0]?.trim().toLowerCase());
  if (format) return format;
  throw new AppError("unsupported_media_type", `The Content-Type must be ${[...FORMATS.keys()].join(" or ")}`);
}

function answerJson(c: ServiceContext, { rejected, message }: ExportResult, { rejectedItems }: Signal): Response {
  const partialSuccess = { [rejectedItems]: String(rejected), errorMessage: message };
  return c.json(message === "" ? {} : { partialSuccess });
}

// ExportTraceServiceResponse {partial_success = 1 {rejected_spans = 1, error_message = 2}}, and the same for other
// signals; without it the body is empty. A message about an export of which nothing was rejected is a warning.
function answerProtobuf(c: ServiceContext, { rejected, message }: ExportResult): Response {
  const writer = Writer.create();
  if (message !== "") writer.uint32(10).fork().uint32(8).int64(rejected).uint32(18).string(message).ldelim();
  return c.body(new Uint8Array(writer.finish()), 200, { "content-type": "application/x-protobuf" });
}
