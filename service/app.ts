import { Hono, type MiddlewareHandler } from "hono";
import type { Endpoint } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { createIdentify } from "./auth/identify";
import type { ServiceDeps } from "./deps";
import { accessLog } from "./middleware/access-log";
import { BodyMemory } from "./middleware/body-memory";
import type { ServiceEnv } from "./middleware/env";
import { answerError } from "./middleware/errors";
import { guard } from "./middleware/guard";
import { hostCheck } from "./middleware/host-check";
import { OpenRequests } from "./middleware/open-requests";
import { requestId } from "./middleware/request-id";
import { refuseUnknownPath } from "./middleware/unknown-path";
import { otlpRoutes } from "./routes/otlp";
import { routes } from "./routes/routes";
import { type Dialect, weave } from "./weave/dialect";

/**
 * The whole service as one Hono app: every endpoint of the contract behind the same guard, log and error answers, and
 * once more under a prefix for callers that speak Weave's dialect.
 */
export function createApp(deps: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ getPath: pathOf });
  app.onError((error, c) => answerError(c, error, deps.logger));
  app.use(requestId(), accessLog(deps.logger), hostCheck(deps.allowedHosts));

  const served = Object.values<Endpoint>(endpoints).filter((endpoint) => !deps.coreOnly || isCore(endpoint));
  const identify = createIdentify(deps.adminKey, deps.store);
  const bounds = { openRequests: new OpenRequests(), bodyMemory: new BodyMemory() };
  if (!deps.coreOnly) app.use(`${weave.prefix}/*`, speak(weave));
  for (const prefix of deps.coreOnly ? [""] : ["", weave.prefix]) {
    for (const endpoint of served) app.on(endpoint.method, prefix + endpoint.path, guard(endpoint, identify, bounds));
    for (const { endpoint, answer } of Object.values(routes)) {
      if (served.includes(endpoint)) app.on(endpoint.method, prefix + endpoint.path, (c) => answer(c, deps));
    }
    if (!deps.coreOnly) app.route(prefix, otlpRoutes(deps));
  }
  app.notFound((c) => refuseUnknownPath(c, served));
  return app;
}

/** The interface's own endpoints, and the one that says whether the service answers at all. */
function isCore(endpoint: Endpoint): boolean {
  return endpoint.kind === "core" || endpoint.path === endpoints.health.path;
}

function speak(dialect: Dialect): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    c.set("dialect", dialect);
    await next();
  };
}

/** The path without doubled slashes, which a client makes whose base address ends in one. */
function pathOf(request: Request): string {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  const path = end === -1 ? url.slice(start) : url.slice(start, start + end);
  return path.includes("//") ? path.replaceAll(/\/{2,}/g, "/") : path;
}
