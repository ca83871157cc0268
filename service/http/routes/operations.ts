import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "@/service/http/docs/openapi";
import type { ServiceDeps } from "@/service/http/deps";
import type { ServiceContext } from "@/service/http/middleware/env";
import type { Store } from "@/service/store/store";
import { getRoute } from "./route";

/** Load balancers do not wait long for an answer. */
const HEALTH_PATIENCE_MS = 2_000;

export const operationRoutes = {
  health: getRoute(endpoints.health, async ({ store, isStopping }) => {
    const found = await askStore(store);
    const status = isStopping() ? "unavailable" : found;
    return { value: { status, store: found }, status: status === "ok" ? 200 : 503 };
  }),

  ready: getRoute(endpoints.ready, async ({ isStopping }) =>
    isStopping() ? { value: { status: "stopping" as const }, status: 503 } : { value: { status: "ready" as const } },
  ),

  serverInfo: getRoute(endpoints.serverInfo, async ({ version, coreOnly, dashboardUrl }) => ({
    value: {
      name: "loupe" as const,
      version,
      core_only: coreOnly,
      ...(dashboardUrl !== undefined && { dashboard_url: dashboardUrl }),
      min_required_weave_python_version: "0.0.0",
    },
  })),

  metrics: {
    endpoint: endpoints.metrics,
    answer: async (c: ServiceContext, { metrics, processes }: ServiceDeps) =>
      c.body(processes ? await processes.collectMetrics() : metrics.text(), 200, {
        "content-type": endpoints.metrics.answerType,
      }),
  },

  openapi: getRoute(endpoints.openapi, async ({ version, publicUrl }) => ({
    value: { ...openApiDocument(version), servers: [{ url: publicUrl ?? "/" }] },
  })),
};

/** Concurrent checks share one query, because anyone may send them and keys are read over the same connections. */
const pings = new WeakMap<Store, Promise<void>>();

async function ping(store: Store): Promise<void> {
  const check = pings.get(store) ?? store.ping().finally(() => pings.delete(store));
  pings.set(store, check);
  return check;
}

async function askStore(store: Store): Promise<"ok" | "unavailable"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"unavailable">((resolve) => {
    timer = setTimeout(() => resolve("unavailable"), HEALTH_PATIENCE_MS);
  });
  const check = ping(store).then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
  const status = await Promise.race([check, late]);
  clearTimeout(timer);
  return status;
}
