import type { MiddlewareHandler } from "hono";
import { AppError } from "@/lib/contract/app-error";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { Identify } from "@/service/auth/identify";
import type { ServiceEnv } from "./env";
import type { OpenRequests } from "./open-requests";

/** Stands before every endpoint: knows the key or refuses, and bounds how many requests it holds open. */
export function guard(
  endpoint: Endpoint,
  identify: Identify,
  openRequests: OpenRequests,
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
    const leave = openRequests.enter(identity.keyId);
    try {
      await next();
    } finally {
      const streamEnd = c.get("streamEnd");
      if (streamEnd) void streamEnd.then(leave);
      else leave();
    }
  };
}
