import { Hono, type MiddlewareHandler } from "hono";
import type { Endpoint } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { printedLinkPath } from "@/lib/format/printed-links";
import { type CurrentKey, createIdentify } from "@/service/people/keys/identify";
import { createIdentifySigned } from "@/service/people/keys/signed-request";
import type { ServiceDeps } from "./deps";
import { measureMasking } from "@/service/telemetry/masking-metrics";
import { accessLog } from "./middleware/access-log";
import { audit } from "./middleware/audit";
import { BodyMemory, bodyLimits } from "@/service/limits/body-memory";
import { clientAddressFinder } from "./middleware/client-address";
import type { ServiceContext, ServiceEnv } from "./middleware/env";
import { answerError } from "./middleware/errors";
import { guard, type IdentifyRequest } from "./middleware/guard";
import { hostCheck } from "./middleware/host-check";
import { measure } from "./middleware/measure";
import { requestId } from "./middleware/request-id";
import { traceRequests } from "./middleware/trace";
import { refuseUnknownPath } from "./middleware/unknown-path";
import { mcpRoute } from "./mcp/mcp-route";
import { otlpRoutes } from "./routes/otlp";
import type { Route } from "./routes/route";
import { routes } from "./routes/routes";
import { measureWrites } from "@/service/background/tasks/storage-metrics";
import { type Dialect, weave } from "./weave/dialect";
import { withoutProject } from "./weave/paths";

/**
 * The whole service as one Hono app: every endpoint of the contract behind the same guard, log and error handling, and
 * again under a prefix for callers that use Weave's dialect.
 */
export function createApp(deps: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ getPath: pathOf });
  app.onError((error, c) => answerError(c, error, deps.logger));
  app.use(requestId());
  if (deps.tracing) app.use(traceRequests(deps.tracing));
  app.use(accessLog(deps.logger), measure(deps.metrics), hostCheck(deps.allowedHosts));

  const named = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
  const served = named.filter(([, endpoint]) => !deps.coreOnly || isCore(endpoint));
  const { people } = deps;
  const current: CurrentKey | undefined = people && (async (key) => people.current(key));
  const identifyByKey = createIdentify(deps.adminKey, deps.store, current);
  const identifySigned = createIdentifySigned(deps, current);
  const byKey: IdentifyRequest = (c, address) => identifyByKey((name) => c.req.header(name), address);
  const bySignature: IdentifyRequest = (c, address) =>
    identifySigned(c.req.method, { ...c.req.query(), ...c.req.param() }, address);
  const bounds = { bodyMemory: new BodyMemory(bodyLimits(deps.processes?.count)), diskIsFull: deps.diskIsFull };
  const wrongKeys = { attempts: deps.attempts, addressOf: clientAddressFinder(deps) };
  measureBounds(deps, bounds.bodyMemory);
  measureMasking(deps.metrics, deps.store);
  measureWrites(deps.metrics, deps.store);
  const mcp = mcpRoute((request, from) => app.fetch(request, from.env));
  if (!deps.coreOnly) app.use(`${weave.prefix}/*`, speak(weave));
  for (const prefix of deps.coreOnly ? [""] : ["", weave.prefix]) {
    const isHere = (endpoint: Endpoint) => prefix === "" || weave.has(endpoint);
    for (const [name, endpoint] of served.filter(([, one]) => isHere(one))) {
      // Whatever reads may turn out to be an export.
      if (endpoint.audit ?? endpoint.role === "viewer")
        app.on(endpoint.method, mounted(prefix, endpoint), audit(name, endpoint, deps));
      const identify = endpoint.auth === "signed" ? bySignature : byKey;
      app.on(endpoint.method, mounted(prefix, endpoint), guard(endpoint, identify, bounds, wrongKeys));
    }
    for (const { endpoint, answer } of [...Object.values<Route>(routes), ...otlpRoutes, mcp]) {
      if (isHere(endpoint) && served.some(([, one]) => one === endpoint))
        app.on(endpoint.method, mounted(prefix, endpoint), (c) => answer(c, depsFor(c, deps)));
    }
  }
  const known = served.map(([, endpoint]) => endpoint);
  app.notFound((c) => {
    // Langfuse's SDKs print links below the address that they send to.
    const page = deps.dashboardUrl !== undefined && c.req.method === "GET" && printedLinkPath(new URL(c.req.url));
    return page ? c.redirect(`${deps.dashboardUrl}${page}`) : refuseUnknownPath(c, known);
  });
  return app;
}

/** The dependencies of one request, with its key's share of the database. */
function depsFor(c: ServiceContext, deps: ServiceDeps): ServiceDeps {
  const identity = c.get("identity");
  if (!identity) return deps;
  return { ...deps, store: deps.store.onBehalfOf({ key: identity.keyId, signal: () => c.req.raw.signal }) };
}

/** Measures the process's use of its limits. */
function measureBounds({ metrics, store, recorder }: ServiceDeps, bodyMemory: BodyMemory): void {
  metrics.gauge("loupe_bodies_held_bytes", "Bytes of request bodies held in memory.", () => bodyMemory.heldBytes);
  metrics.gauge(
    "loupe_chat_records_held_bytes",
    "Bytes of chat completions waiting to be recorded.",
    () => recorder.heldBytes,
  );
  metrics.gauge(
    "loupe_database_connections",
    "Database connections by pool and state, including requests waiting for one.",
    () =>
      store
        .poolUse()
        .flatMap(({ pool, open, idle, waiting }) =>
          Object.entries({ open, idle, waiting }).map(([state, value]) => ({ labels: { pool, state }, value })),
        ),
  );
  metrics.gauge("loupe_database_places", "The most connections that a pool may have.", () =>
    store.poolUse().map(({ pool, places }) => ({ labels: { pool }, value: places })),
  );
}

/** The endpoints of the interface, and those for load balancers. */
function isCore({ kind, path }: Endpoint): boolean {
  return kind === "core" || path === endpoints.health.path || path === endpoints.ready.path;
}

/** The path in Hono's syntax. */
function mounted(prefix: string, { path }: Endpoint): string {
  return prefix + path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function speak(dialect: Dialect): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    c.set("dialect", dialect);
    await next();
  };
}

/**
 * The path without doubled slashes, which clients send when their base address ends with one, and without a project.
 */
function pathOf(request: Request): string {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  const path = end === -1 ? url.slice(start) : url.slice(start, start + end);
  return withoutProject(path.includes("//") ? path.replaceAll(/\/{2,}/g, "/") : path);
}
