import type { MiddlewareHandler } from "hono";
import type { EndpointName } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/contract/endpoint";
import { AuditTrail } from "@/service/http/audit/trail";
import type { ServiceDeps } from "@/service/http/deps";
import type { ServiceEnv } from "./env";

/** Records the requests of an endpoint in the audit log, with the outcome of their answers; runs before the guard. */
export function audit(
  name: EndpointName,
  { audit: kind }: Endpoint,
  deps: Pick<ServiceDeps, "store" | "clock" | "logger">,
): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const trail = new AuditTrail(c, name, kind, deps);
    c.set("audit", trail);
    await next();
    const { status } = c.res;
    const streamEnd = c.get("streamEnd");
    if (streamEnd) void streamEnd.then((outcome) => trail.end(status, outcome));
    else await trail.end(status, c.get("outcome") ?? "ok");
  };
}
