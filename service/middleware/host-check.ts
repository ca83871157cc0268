import type { MiddlewareHandler } from "hono";
import { AppError } from "@/lib/contract/app-error";
import { isHostAmong } from "@/lib/format/host-name";
import type { ServiceEnv } from "./env";

/**
 * Answers only requests for its own host names, against DNS rebinding, and none from pages of other sites, which a browser
 * might let send a key that it remembers. Programs send no Origin.
 */
export function hostCheck(allowedHosts: readonly string[]): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    if (!isHostAmong(host, allowedHosts))
      throw new AppError(
        "misdirected",
        "This host name is not one that the service answers for; LOUPE_ALLOWED_HOSTS lists those that are",
      );
    const origin = c.req.header("origin");
    if (origin !== undefined && !(URL.canParse(origin) && isHostAmong(new URL(origin).host, allowedHosts)))
      throw new AppError("forbidden", "Requests from pages of other sites are refused");
    await next();
  };
}
