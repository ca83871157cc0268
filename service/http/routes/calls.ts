import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { toTimestamp } from "@/lib/contract/time";
import { endWrite, startWrite, updateWrite } from "@/service/ingest/call-writes";
import type { CallWrite } from "@/service/store/calls/call-write";
import type { Store } from "@/service/store/store";
import { COMPLETE_CALLS, writeBatch } from "./call-batch";
import { timeStats } from "@/service/costs/call-stats";
import { listWithCosts, withCosts } from "./call-costs";
import { withExtras } from "./call-extras";
import { looseBatch } from "./loose-batch";
import { newId } from "@/service/ingest/new-id";
import { pricingFor } from "@/service/costs/priced-usage";
import { inProject, listRoute, route, routeWith } from "./route";
import { listWithWeaveSummary, withWeaveSummary } from "./weave-summary";

export const callRoutes = {
  callStart: route(
    endpoints.callStart,
    ({ start }) => start.project_id,
    async ({ store, clock }, { start }, { identity }) => {
      const write = startWrite(start, () => newId(clock()), identity.owner);
      await writeOne(store, write);
      return { id: write.id, trace_id: write.trace_id };
    },
  ),

  callEnd: route(
    endpoints.callEnd,
    ({ end }) => end.project_id,
    async ({ store }, { end }) => {
      await writeOne(store, endWrite(end));
      return {};
    },
  ),

  callUpsertBatch: routeWith(endpoints.callUpsertBatch, looseBatch, "each", async (deps, { batch }, { identity }) =>
    writeBatch(deps, batch, identity),
  ),

  callsComplete: routeWith(endpoints.callsComplete, looseBatch, "each", async (deps, { batch }, { identity }) =>
    writeBatch(deps, batch, identity, COMPLETE_CALLS),
  ),

  callUpdate: route(endpoints.callUpdate, inProject, async ({ store }, update) => {
    await writeOne(store, updateWrite(update));
    return {};
  }),

  callsDelete: route(endpoints.callsDelete, inProject, async ({ store }, { project_id, call_ids }) => ({
    num_deleted: await store.deleteCalls(project_id, call_ids),
  })),

  callsRestore: route(endpoints.callsRestore, inProject, async ({ store }, { project_id, call_ids }) => ({
    num_restored: await store.restoreCalls(project_id, call_ids),
  })),

  callRead: route(endpoints.callRead, inProject, async ({ store }, { project_id, id, ...include }) => {
    const call = await store.readCall(project_id, id, {
      storageSize: include.include_storage_size === true,
      totalStorageSize: include.include_total_storage_size === true,
      status: true,
    });
    if (!call) throw new AppError("not_found", `There is no call ${id} in project ${project_id}`);
    const [priced = call] = include.include_costs ? await withCosts(store, project_id, [call]) : [call];
    return { call: withWeaveSummary(priced, include.include_costs === true) };
  }),

  callsStreamQuery: listRoute(endpoints.callsStreamQuery, inProject, async function* ({ store }, query, signal) {
    const pricing = await pricingFor(store, query);
    const list = listWithWeaveSummary(
      (request) => (query.include_costs ? listWithCosts(store, request, signal) : store.listCalls(request, signal)),
      { ...query, pricing },
    );
    yield* query.include_extras ? withExtras(store, list, { ...query, pricing }) : list;
  }),

  callsStats: route(endpoints.callsStats, inProject, async ({ store, clock }, query) =>
    timeStats(store, query, toTimestamp(clock().getTime())),
  ),

  callsFacets: route(endpoints.callsFacets, inProject, async ({ store }, query) => ({
    facets: await store.countFacets({ ...query, pricing: await pricingFor(store, query) }),
  })),

  callsModels: route(endpoints.callsModels, inProject, async ({ store }, { project_id }) => ({
    models: await store.listSeenModels(project_id),
  })),

  callsQueryStats: route(
    endpoints.callsQueryStats,
    inProject,
    async ({ store }, { include_total_storage_size, ...query }) =>
      store.countCalls({
        ...query,
        pricing: await pricingFor(store, query),
        totalStorageSize: include_total_storage_size === true,
      }),
  ),
};

async function writeOne(store: Store, write: CallWrite): Promise<void> {
  const [refusal] = await store.writeCalls([write]);
  if (refusal) throw new AppError(refusal.code, refusal.message);
}
