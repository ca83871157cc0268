import { AsyncLocalStorage } from "node:async_hooks";
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import type { WatchedModelRequest } from "@/service/inference/watch";
import { Scope, type SpanGate } from "./scope";
import type { RequestResult, RequestSpan, Tracing } from "./tracing";

type TraceHeaders = Parameters<Tracing["startRequest"]>[0];

const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

const propagator = new W3CTraceContextPropagator();
const fromHeaders = {
  get: (headers: TraceHeaders, name: string) => (name in headers ? headers[name as keyof TraceHeaders] : undefined),
  keys: (headers: TraceHeaders) => Object.keys(headers),
};

/** Spans by the SDK; attributes are those of OpenTelemetry's conventions where there is one. */
export function tracingWith(tracer: Tracer, gate: SpanGate): Tracing {
  const active = new AsyncLocalStorage<Scope>();

  /** A span of what the request or task in progress does. */
  const startChild = (name: string, attributes: Attributes, startTime?: number): Span | undefined =>
    active
      .getStore()
      ?.child((parent) => tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, parent));

  return {
    startRequest(headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, fromHeaders);
      return requestSpan(new Scope(tracer.startSpan("HTTP", { kind: SpanKind.SERVER }, parent), parent, gate), active);
    },
    async task(name, work) {
      const scope = new Scope(tracer.startSpan(name, {}, ROOT_CONTEXT), ROOT_CONTEXT, gate);
      try {
        const result = await active.run(scope, work);
        if (result !== true) scope.discard();
        return result;
      } catch (error) {
        fail(scope.root, error);
        throw error;
      } finally {
        scope.end();
      }
    },
    database: {
      statement({ operation, name, method }) {
        const summary = [operation.toUpperCase(), name ?? method].join(" ").trim();
        const span = startChild(summary, {
          "db.system.name": "postgresql",
          "db.operation.name": operation.toUpperCase(),
          "db.query.summary": summary,
          ...(method !== undefined && { "code.function.name": method }),
        });
        return (error) => {
          if (!span) return;
          if (error !== undefined) fail(span, error);
          span.end();
        };
      },
      waited(pool, since) {
        startChild(
          `wait for a connection`,
          { "db.client.connection.pool.name": pool },
          performance.timeOrigin + since,
        )?.end();
      },
    },
    modelRequest({ server, baseUrl, model }) {
      const { hostname, port, protocol } = new URL(baseUrl);
      const span = startChild(`chat ${model}`, {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": model,
        "http.request.method": "POST",
        "server.address": hostname,
        "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        "loupe.model_server": server,
      });
      return span ? modelRequest(span) : UNWATCHED;
    },
  };
}

function requestSpan(scope: Scope, active: AsyncLocalStorage<Scope>): RequestSpan {
  const { root } = scope;
  return {
    traceId: root.isRecording() ? root.spanContext().traceId : undefined,
    run: async (answer) => active.run(scope, answer),
    discard: () => scope.discard(),
    end(result) {
      describeRequest(root, result);
      scope.end();
    },
  };
}

function describeRequest(span: Span, { method, route, status, requestId, outcome }: RequestResult): void {
  span.updateName(route === undefined ? method : `${method} ${route}`);
  span.setAttributes({
    "http.request.method": method,
    "http.response.status_code": status,
    "url.scheme": "http",
    "loupe.request_id": requestId,
    // The path itself can have names of callers.
    ...(route !== undefined && { "http.route": route, "url.path": route }),
    ...(outcome !== undefined && outcome !== "ok" && { "loupe.outcome": outcome }),
  });
  if (status < SERVER_ERROR) return;
  span.setAttribute("error.type", String(status));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const UNWATCHED: WatchedModelRequest = { answered: () => {}, failed: () => {}, end: () => {} };

/** Ends once its outcome is known and nothing more will come, in whichever order. */
function modelRequest(span: Span): WatchedModelRequest {
  let endedAt: number | undefined;
  let isKnown = false;
  const settle = () => {
    if (isKnown && endedAt !== undefined) span.end(endedAt);
  };
  return {
    answered(status) {
      span.setAttribute("http.response.status_code", status);
      if (status >= CLIENT_ERROR) {
        span.setAttribute("error.type", String(status));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      isKnown = true;
      settle();
    },
    failed(error) {
      fail(span, error);
      isKnown = true;
      settle();
    },
    end() {
      endedAt ??= Date.now();
      settle();
    },
  };
}

/** Only the code or class of an error: messages can have what callers sent. */
function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", errorType(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const CODE = /^[\w.-]{1,64}$/;

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" && CODE.test(error.code) ? error.code : error.name;
}
