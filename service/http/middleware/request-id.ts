import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { ServiceEnv } from "./env";

/** Request ids that are accepted from a header. */
export const PLAIN_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Sets the request's id in response and log: the caller's `x-request-id` if it is valid, else a new one. */
export function requestId(): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const header = c.req.header("x-request-id");
    const id = header !== undefined && PLAIN_ID.test(header) ? header : randomUUID();
    c.set("requestId", id);
    c.header("x-request-id", id);
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    await next();
  };
}
