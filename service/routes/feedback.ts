import { endpoints } from "@/lib/contract/endpoints";
import type { FeedbackCreate } from "@/lib/contract/feedback";
import type { NewFeedback } from "@/service/store/store";
import { newId } from "./new-id";
import { route } from "./route";

export const feedbackRoutes = {
  feedbackCreate: route(
    endpoints.feedbackCreate,
    (input) => input.project_id,
    async ({ store, clock }, input, { identity }) => {
      const id = input.id ?? newId(clock());
      const stored = await store.createFeedback(newFeedback(input, id, identity.owner));
      const { created_at, ext_user_id = identity.owner, payload } = stored;
      return { id, created_at, ext_user_id, payload };
    },
  ),

  feedbackQuery: route(
    endpoints.feedbackQuery,
    (input) => input.project_id,
    async ({ store }, query) => ({ result: await store.queryFeedback(query) }),
  ),

  feedbackPurge: route(
    endpoints.feedbackPurge,
    (input) => input.project_id,
    async ({ store }, { project_id, query }) => ({ purged: await store.purgeFeedback(project_id, query) }),
  ),
};

function newFeedback(input: FeedbackCreate, id: string, owner: string): NewFeedback {
  return {
    id,
    project_id: input.project_id,
    core_ref: input.core_ref,
    feedback_type: input.feedback_type,
    payload: input.payload,
    creator: input.creator ?? undefined,
    annotation_ref: input.annotation_ref ?? undefined,
    runnable_ref: input.runnable_ref ?? undefined,
    call_ref: input.call_ref ?? undefined,
    trigger_ref: input.trigger_ref ?? undefined,
    ext_user_id: owner,
  };
}
