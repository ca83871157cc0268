import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Outcome, ServiceContext, ServiceEnv } from "./env";

/** One log line per request, written when its answer has ended; never with a body, a query string or a key. */
export function accessLog(logger: Logger): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const write = (outcome: Outcome) =>
      logger.info(
        {
          request_id: c.get("requestId"),
          method: c.req.method,
          route: routeOf(c),
          status: c.res.status,
          duration_ms: Math.round((performance.now() - startedAt) * 1000) / 1000,
          outcome,
          key_id: c.get("identity")?.keyId,
          trace_id: c.get("span")?.traceId,
        },
        "request",
      );
    const streamEnd = c.get("streamEnd");
    if (streamEnd) void streamEnd.then(write);
    else write(c.get("outcome") ?? "ok");
  };
}

/** The requested endpoint's path, `unknown` if no endpoint matches. */
export function routeOf(c: ServiceContext): string {
  const endpoint = c.get("endpoint");
  return endpoint ? `${c.get("dialect")?.prefix ?? ""}${endpoint.path}` : "unknown";
}
