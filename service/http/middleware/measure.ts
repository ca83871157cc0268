import type { MiddlewareHandler } from "hono";
import type { Metrics } from "@/service/telemetry/metrics";
import { routeOf } from "./access-log";
import type { ServiceEnv } from "./env";

/** Measures requests and the duration of their responses, streamed ones to their end. */
export function measure(metrics: Metrics): MiddlewareHandler<ServiceEnv> {
  let open = 0;
  const count = metrics.counter("loupe_http_requests_total", "Completed requests.");
  const observe = metrics.durations(
    "loupe_http_request_duration_seconds",
    "Request duration in seconds, from request headers to end of response.",
  );
  metrics.gauge("loupe_http_requests_open", "Requests in progress.", () => open);
  return async (c, next) => {
    const startedAt = performance.now();
    open += 1;
    await next();
    const { method } = c.req;
    const route = routeOf(c);
    const end = () => {
      open -= 1;
      // The caller chooses the method, so only those of known endpoints become a label.
      count({ method: route === "unknown" ? "any" : method, route, status: String(c.res.status) });
      observe({ route }, (performance.now() - startedAt) / 1000);
    };
    const streamEnd = c.get("streamEnd");
    if (streamEnd) void streamEnd.then(end);
    else end();
  };
}
