import type { MiddlewareHandler } from "hono";
import { AppError } from "@/lib/contract/app-error";
import type { ServiceEnv } from "./env";

/** Answers only for its own names, so that a page on another site cannot reach it by rebinding its DNS name. */
export function hostCheck(allowedHosts: readonly string[]): MiddlewareHandler<ServiceEnv> {
  const allowed = new Set(allowedHosts.map(hostname));
  return async (c, next) => {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    if (!allowed.has(hostname(host)))
      throw new AppError(
        "misdirected",
        "This host name is not one that the service answers for; LOUPE_ALLOWED_HOSTS lists those that are",
      );
    await next();
  };
}

/** A Host header or configured name without port and brackets, in lower case; what has no such form stays as it is. */
function hostname(host: string): string {
  const lower = host.trim().toLowerCase();
  const [, address, name] = /^(?:\[(.+)\]|([^:]+))(?::\d+)?$/.exec(lower) ?? [];
  return address ?? name ?? lower;
}
