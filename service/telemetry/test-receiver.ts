import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import protobuf from "protobufjs";
import { onTestFinished } from "vitest";
import { JsonText } from "@/lib/json/text";
import { decodeExport } from "@/service/ingest/otlp/decode-export";

/** The part of OTLP's metrics that is read here, as in opentelemetry-proto. */
const METRICS = `
syntax = "proto3";
message Any { oneof value { string string_value = 1; } }
message KeyValue { string key = 1; Any value = 2; }
message Number { fixed64 start = 2; fixed64 time = 3; oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated KeyValue attributes = 7; }
message Bins { fixed64 start = 2; fixed64 time = 3; fixed64 count = 4; double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7; repeated KeyValue attributes = 9; }
message Gauge { repeated Number data_points = 1; }
message Sum { repeated Number data_points = 1; int32 temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated Bins data_points = 1; int32 temporality = 2; }
message Metric { string name = 1; string description = 2; string unit = 3; oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; } }
message ScopeMetrics { repeated Metric metrics = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Export { repeated ResourceMetrics resource_metrics = 1; }
`;
const MetricsExport = protobuf.parse(METRICS, { keepCase: true }).root.lookupType("Export");

type Arrived = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A span as it arrived. */
export type ArrivedSpan = {
  resource: Record<string, unknown>;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  statusCode: number;
  attributes: Record<string, unknown>;
};

/** For tests: a receiver of OTLP over HTTP, which reads what arrives by other code than what sends it. */
export type TestReceiver = {
  endpoint: string;
  arrived: Arrived[];
  /** How it answers; by default with 200. */
  answer: (response: ServerResponse, request: Arrived) => void | Promise<void>;
  spans(): ArrivedSpan[];
  /** The last value of each metric: `name{label="value"}`; of histograms the count. */
  metrics(): Map<string, number>;
  close(): Promise<void>;
};

const TRACES = "/v1/traces";

/** Starts one that stops when the test has ended. */
export async function startReceiver(port = 0): Promise<TestReceiver> {
  const receiver = await openReceiver(port);
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Starts one that is to be closed. */
export async function openReceiver(port = 0): Promise<TestReceiver> {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { path: request.url ?? "", headers: request.headers, body: await buffer(request) };
    receiver.arrived.push(one);
    await receiver.answer(response, one);
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address() as AddressInfo;
  const receiver: TestReceiver = {
    endpoint: `http://127.0.0.1:${address.port}`,
    arrived: [],
    answer: (response) => void response.end(),
    spans: () => receiver.arrived.filter(({ path }) => path === TRACES).flatMap(({ body }) => spansOf(body)),
    metrics: () => {
      const exports = receiver.arrived.filter(({ path }) => path === "/v1/metrics");
      return new Map(exports.flatMap(({ body }) => metricsOf(body)));
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
  return receiver;
}

export function spansOf(body: Buffer): ArrivedSpan[] {
  return decodeExport(body, "protobuf").flatMap(({ resource, spans }) =>
    spans.map(({ name, kind, traceId, spanId, parentSpanId, statusCode, attributes }) => ({
      resource: Object.fromEntries(resource),
      name,
      kind,
      traceId,
      spanId,
      parentSpanId,
      statusCode,
      attributes: Object.fromEntries([...attributes].map(([key, value]) => [key, plainOf(value)])),
    })),
  );
}

const plainOf = (value: unknown) => (value instanceof JsonText ? Number(value.text) : value);

type Attribute = { key: string; value?: { string_value?: string } };
type Point = { as_double?: number; count?: string; attributes?: Attribute[] };
type Metric = { name: string } & Partial<Record<"gauge" | "sum" | "histogram", { data_points?: Point[] }>>;
type Decoded = { resource_metrics: { scope_metrics: { metrics: Metric[] }[] }[] };

function metricsOf(body: Buffer): [string, number][] {
  const decoded = MetricsExport.toObject(MetricsExport.decode(body), { longs: String, arrays: true }) as Decoded;
  const metrics = decoded.resource_metrics.flatMap((one) => one.scope_metrics.flatMap((scope) => scope.metrics));
  return metrics.flatMap((metric) =>
    ((metric.gauge ?? metric.sum ?? metric.histogram)?.data_points ?? []).map((point): [string, number] => [
      `${metric.name}{${(point.attributes ?? []).map(({ key, value }) => `${key}="${value?.string_value}"`).join(",")}}`,
      point.as_double ?? Number(point.count),
    ]),
  );
}
