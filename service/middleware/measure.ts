import type { MiddlewareHandler } from "hono";
import type { Metrics } from "@/service/metrics";
import { routeOf } from "./access-log";
import type { ServiceEnv } from "./env";

/** Measures requests and the duration of their answers, streamed ones up to their end. */
export function measure(metrics: Metrics): MiddlewareHandler<ServiceEnv> {
  let open = 0;
  const count = metrics.counter("loupe_http_requests_total", "Requests answered.");
  const observe = metrics.durations(
    "loupe_http_request_duration_seconds",
    "From a request's head to its answer's end.",
  );
  metrics.gauge("loupe_http_requests_open", "Requests being answered.", () => open);
  return async (c, next) => {
    const startedAt = performance.now();
    open += 1;
    await next();
    const { method } = c.req;
    const route = routeOf(c);
    const end = () => {
      open -= 1;
      // The caller chooses the method: only those of known endpoints become a label.
      count({ method: route === "unknown" ? "any" : method, route, status: String(c.res.status) });
      observe({ route }, (performance.now() - startedAt) / 1000);
    };
    const streamEnd = c.get("streamEnd");
    if (streamEnd) void streamEnd.then(end);
    else end();
  };
}
