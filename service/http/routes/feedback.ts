import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { toTimestamp } from "@/lib/contract/time";
import { requireMatch } from "./annotation-values";
import { createBatch, createdFeedback, newFeedback } from "./feedback-batch";
import { feedbackStats } from "./feedback-stats";
import { looseBatch } from "./loose-batch";
import { newId } from "@/service/ingest/new-id";
import { feedbackWithId, ownFeedback } from "./own-feedback";
import { arrayRoute, inProject, route, routeWith } from "./route";

export const feedbackRoutes = {
  feedbackCreate: route(endpoints.feedbackCreate, inProject, async ({ store, clock }, input, { identity }) => {
    await requireMatch(store, input);
    const id = input.id ?? newId(clock());
    const stored = await store.createFeedback(newFeedback(input, id, identity.owner));
    return createdFeedback(stored, identity.owner);
  }),

  feedbackBatchCreate: routeWith(
    endpoints.feedbackBatchCreate,
    looseBatch,
    "each",
    async (deps, { batch }, { identity }) => createBatch(deps, batch, identity),
  ),

  feedbackReplace: route(
    endpoints.feedbackReplace,
    inProject,
    async ({ store }, { feedback_id, ...input }, { identity }) => {
      await requireMatch(store, input);
      await ownFeedback(store, identity, input.project_id, feedbackWithId(feedback_id));
      const stored = await store.replaceFeedback(newFeedback(input, feedback_id, identity.owner));
      if (!stored)
        throw new AppError("not_found", `There is no feedback ${feedback_id} in project ${input.project_id}`);
      return createdFeedback(stored, identity.owner);
    },
  ),

  feedbackQuery: arrayRoute(endpoints.feedbackQuery, "result", inProject, ({ store }, query, signal) =>
    store.listFeedback(query, signal),
  ),

  feedbackQueryStats: route(endpoints.feedbackQueryStats, inProject, ({ store, clock }, query) =>
    feedbackStats(store, query, toTimestamp(clock().getTime())),
  ),

  feedbackCompare: route(endpoints.feedbackCompare, inProject, ({ store }, query) => store.compareFeedback(query)),

  feedbackPurge: route(endpoints.feedbackPurge, inProject, async ({ store }, { project_id, query }, { identity }) => {
    const own = await ownFeedback(store, identity, project_id, query);
    return { purged: await store.purgeFeedback(project_id, own) };
  }),
};
