import type { MiddlewareHandler } from "hono";
import { TELEMETRY_HEADER } from "@/service/telemetry/names";
import type { Tracing } from "@/service/telemetry/tracing";
import { routeOf } from "./access-log";
import type { Outcome, ServiceEnv } from "./env";

const ANY_METHOD = "_OTHER";

/**
 * Makes a span of each request, which ends with its response. Exports of a Loupe, whichever it is, get none: two that
 * send to each other would otherwise never stop.
 */
export function traceRequests(tracing: Tracing): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    if (c.req.header(TELEMETRY_HEADER) !== undefined) return next();
    const span = tracing.startRequest({
      traceparent: c.req.header("traceparent"),
      tracestate: c.req.header("tracestate"),
    });
    c.set("span", span);
    await span.run(next);
    const route = routeOf(c);
    const isKnown = route !== "unknown";
    const end = (outcome: Outcome | undefined) =>
      span.end({
        // The caller chooses the method of an unknown one.
        method: isKnown ? c.req.method : ANY_METHOD,
        route: isKnown ? route : undefined,
        status: c.res.status,
        requestId: c.get("requestId"),
        outcome,
      });
    const streamEnd = c.get("streamEnd");
    if (streamEnd) void streamEnd.then(end);
    else end(c.get("outcome"));
  };
}
