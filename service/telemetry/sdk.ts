import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { ExportResultCode } from "@opentelemetry/core";
import { ProtobufMetricsSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Telemetry, TelemetryOptions } from "./open";
import type { TelemetryConfig } from "./config";
import { toMetricData } from "./metric-data";
import { INSTALLATION_ATTRIBUTE } from "./names";
import { Receiver } from "./receiver";
import { type SpanCounts, SpanGate } from "./scope";
import { tracingWith } from "./spans";

const SCOPE = "loupe";

/** Starts to export what this process does. Throws nothing: what cannot be sent is lost, and the service goes on. */
export function startTelemetry(
  options: TelemetryOptions & { config: TelemetryConfig; installation: string },
): Telemetry {
  const { config, installation, metrics, process: name, version, log } = options;
  const receiver = new Receiver(config.endpoint, config.headers, installation, log);
  const resource = defaultResource().merge(
    resourceFromAttributes({
      "service.name": config.serviceName,
      "service.version": version,
      "service.instance.id": `${hostname()}/${name}`,
      ...config.resource,
      [INSTALLATION_ATTRIBUTE]: installation,
    }),
  );
  const counts: SpanCounts = { exported: 0, failed: 0, dropped: 0 };
  const exporter = spanExporter(receiver, counts);
  const gate = new SpanGate(
    new BatchSpanProcessor({ exporter, scheduledDelayMillis: config.spansEveryMs, exportTimeoutMillis: 60_000 }),
    counts,
  );
  const provider = new TracerProvider({ resource, sampler: samplerOf(config), spanProcessors: [gate] });
  metrics.total("loupe_telemetry_spans_total", "Spans of Loupe's own traces, by what became of them.", () =>
    Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
  );

  const startedAt = Date.now() - Math.round(process.uptime() * 1000);
  let sending: Promise<unknown> | undefined;
  const sendMetrics = () => {
    const scopeMetrics = [{ scope: { name: SCOPE, version }, metrics: toMetricData(metrics.read(), name, startedAt) }];
    const body = ProtobufMetricsSerializer.serializeRequest({ resource, scopeMetrics });
    // An export that takes longer than the interval delays the next.
    if (body) sending ??= receiver.send("metrics", body).finally(() => (sending = undefined));
  };
  const timer = setInterval(sendMetrics, config.metricsEveryMs).unref();

  return {
    tracing: tracingWith(provider.getTracer(SCOPE, version), gate),
    async close(limitMs) {
      clearInterval(timer);
      receiver.stopRetrying();
      sendMetrics();
      await Promise.race([Promise.all([provider.shutdown(), sending]), pause(limitMs)]);
      await receiver.close();
    },
  };
}

/** The SDK's own exporters would add the headers of `OTEL_EXPORTER_OTLP_HEADERS`, which are for other receivers. */
function spanExporter(receiver: Receiver, counts: SpanCounts): SpanExporter {
  return {
    export(spans, done) {
      const body = ProtobufTraceSerializer.serializeRequest(spans);
      const sending = body ? receiver.send("traces", body) : Promise.resolve(undefined);
      void sending.then((answer) => {
        const rejected = answer ? rejectedOf(answer, spans.length) : spans.length;
        counts.failed += rejected;
        counts.exported += spans.length - rejected;
        // A failure has been counted and logged, and must not fail the end of the process.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    async shutdown() {},
  };
}

/** How many of the spans the receiver did not take, by its answer. */
function rejectedOf(answer: Uint8Array, sent: number): number {
  try {
    const { rejectedSpans = 0 } = ProtobufTraceSerializer.deserializeResponse(answer).partialSuccess ?? {};
    return Math.min(sent, Number(rejectedSpans));
  } catch {
    return 0;
  }
}

function samplerOf({ sampler, ratio }: TelemetryConfig): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(\w+)$/.exec(sampler) ?? [];
  const root = rootSampler(kind, ratio);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(kind: string | undefined, ratio: number): Sampler {
  if (kind === "always_off") return new AlwaysOffSampler();
  return kind === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
