import { ROOT_CONTEXT, SpanStatusCode } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Loupe } from "./loupe";

/** A call of a model as a program would trace it. */
export interface TracedCall {
  name: string;
  model: string;
  startedAt: Date;
  /** 900 by default. */
  latencyMs?: number;
  /** Its error; undefined for a call that succeeded. */
  failure: string | undefined;
  /** Whom the program ran for. */
  user?: string;
}

/** Traces model calls, each a trace of its own, with OpenTelemetry's SDK; returns the calls' ids in the same order. */
export async function traceModelCalls(loupe: Loupe, project: string, calls: readonly TracedCall[]): Promise<string[]> {
  const exporter = new OTLPTraceExporter({
    url: `${loupe.serviceUrl}/v1/traces`,
    headers: { authorization: `Bearer ${loupe.key}`, "x-project": project },
  });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer("support");
  const ids = calls.map(({ name, model, startedAt, latencyMs = 900, failure, user }) => {
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": model,
      ...(user !== undefined && { "user.id": user }),
      "gen_ai.input.messages": JSON.stringify([
        { role: "user", parts: [{ type: "text", content: "Where is my parcel 9913?" }] },
      ]),
    };
    const span = tracer.startSpan(name, { startTime: startedAt, attributes }, ROOT_CONTEXT);
    if (failure !== undefined) {
      span.recordException(new Error(failure), startedAt);
      span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    }
    span.end(startedAt.getTime() + latencyMs);
    return span.spanContext().spanId;
  });
  await provider.shutdown();
  return ids;
}
