import { endpoints } from "@/lib/contract/endpoints";
import { openApiDocument } from "@/lib/contract/openapi";
import { getRoute } from "./route";

export const operationRoutes = {
  health: getRoute(endpoints.health, async ({ store }) => {
    const status = await store.ping().then(
      () => "ok" as const,
      () => "unavailable" as const,
    );
    return { value: { status, store: status }, status: status === "ok" ? 200 : 503 };
  }),

  serverInfo: getRoute(endpoints.serverInfo, async ({ version, coreOnly }) => ({
    value: { name: "loupe" as const, version, core_only: coreOnly, min_required_weave_python_version: "0.0.0" },
  })),

  openapi: getRoute(endpoints.openapi, async ({ version }) => ({ value: openApiDocument(version) })),
};
