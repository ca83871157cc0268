import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { ServiceEnv } from "./env";

/** What a request may be named in a header. */
export const PLAIN_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Names the request in the answer and the log: by the caller's `x-request-id` when it is a plain one, else anew. */
export function requestId(): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const given = c.req.header("x-request-id");
    const id = given !== undefined && PLAIN_ID.test(given) ? given : randomUUID();
    c.set("requestId", id);
    c.header("x-request-id", id);
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    await next();
  };
}
