import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { invalid } from "@/lib/contract/validate";
import { estimateScoring } from "@/service/background/scoring/estimate";
import { checkRule } from "@/service/background/scoring/prepare-rule";
import type { ScoringKey } from "@/service/store/scoring/scoring-store";
import { newId } from "@/service/ingest/new-id";
import { inProject, route } from "./route";

export const scoringRoutes = {
  scoringCreate: route(
    endpoints.scoringCreate,
    inProject,
    async ({ store, clock }, { project_id, id, ...definition }, { identity }) => {
      const key = { project_id, id: id ?? newId(clock()) };
      const known = id ? await store.readScoringRule(key) : undefined;
      if (known) return { rule: known };
      await checkRule(store, project_id, definition);
      return { rule: await store.createScoringRule({ ...key, definition, created_by: identity.owner }) };
    },
  ),

  scoringQuery: route(endpoints.scoringQuery, inProject, async ({ store }, query) => ({
    rules: await store.listScoringRules(query),
  })),

  scoringUpdate: route(endpoints.scoringUpdate, inProject, async ({ store }, update, { audit }) => {
    if (update.definition) await checkRule(store, update.project_id, update.definition, "definition.");
    const updated = await store.updateScoringRule(update, (before) => audit?.changes({ rule: before }));
    return { rule: found(updated, update) };
  }),

  scoringDelete: route(endpoints.scoringDelete, inProject, async ({ store }, key) => ({
    deleted: await store.deleteScoringRule(key),
  })),

  scoringFailures: route(endpoints.scoringFailures, inProject, async ({ store }, query) => {
    found(await store.readScoringRule(query), query);
    return { failures: await store.listScoringFailures(query) };
  }),

  scoringEstimate: route(endpoints.scoringEstimate, inProject, async ({ store }, query) => {
    checkRange(query);
    await checkRule(store, query.project_id, query);
    return estimateScoring(store, query);
  }),

  scoringBackfill: route(endpoints.scoringBackfill, inProject, async ({ store }, request) => {
    checkRange(request);
    return { rule: found(await store.backfillScoringRule(request), request) };
  }),
};

function checkRange({ start, end }: { start: string; end: string }): void {
  if (end <= start) throw invalid([{ path: "end", message: "must be after start" }]);
}

function found<Item>(item: Item | undefined, { project_id, id }: ScoringKey): Item {
  if (item === undefined) throw new AppError("not_found", `There is no scoring rule ${id} in project ${project_id}`);
  return item;
}
