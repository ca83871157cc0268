import type { MiddlewareHandler } from "hono";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { isHostAmong } from "@/lib/format/host-name";
import type { ServiceEnv } from "./env";

/**
 * Answers only requests for its own host names, to prevent DNS rebinding. Requests from pages of other sites are
 * rejected, since a browser may send stored credentials with them. Programs send no Origin. Probes of a cluster ask for
 * readiness by an address that nobody knows before, and it says nothing to anybody else.
 */
export function hostCheck(allowedHosts: readonly string[]): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    if (c.req.path === endpoints.ready.path) return next();
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    if (!isHostAmong(host, allowedHosts))
      throw new AppError("misdirected", `The host name ${host} is not allowed; add it to LOUPE_ALLOWED_HOSTS`);
    const origin = c.req.header("origin");
    if (origin !== undefined && !(URL.canParse(origin) && isHostAmong(new URL(origin).host, allowedHosts)))
      throw new AppError(
        "forbidden",
        "Cross-site requests are rejected; send requests from a program, not from another site's web page",
      );
    await next();
  };
}
