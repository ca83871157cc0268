import type { MiddlewareHandler } from "hono";
import { AppError } from "@/lib/contract/app-error";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { Identify } from "@/service/auth/identify";
import type { ServiceEnv } from "./env";
import type { BodyMemory } from "./body-memory";
import type { OpenRequests } from "./open-requests";

/** Stands before every endpoint: knows the key or refuses, and bounds what its requests hold. */
export function guard(
  endpoint: Endpoint,
  identify: Identify,
  bounds: { openRequests: OpenRequests; bodyMemory: BodyMemory },
): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    c.set("endpoint", endpoint);
    if (endpoint.auth === "none") return next();
    const identity = await identify((name) => c.req.header(name));
    if (!identity) {
      c.header("www-authenticate", endpoint.auth === "basic" ? 'Basic realm="Loupe", charset="UTF-8"' : "Bearer");
      throw new AppError("unauthenticated", "This request has no API key, or one that is not known");
    }
    c.set("identity", identity);
    const leave = bounds.openRequests.enter(identity.keyId);
    const lease = bounds.bodyMemory.lease();
    c.set("bodyLease", lease);
    const end = () => {
      leave();
      lease.release();
    };
    try {
      await next();
    } finally {
      const streamEnd = c.get("streamEnd");
      if (streamEnd) void streamEnd.then(end);
      else end();
    }
  };
}
