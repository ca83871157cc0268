import { createHash } from "node:crypto";
import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { callRef } from "@/lib/contract/refs";
import { feedbackCreateRequest } from "@/lib/contract/feedback";
import { validate } from "@/lib/contract/validate";
import { toJsonText } from "@/lib/json/text";
import { newFeedback } from "@/service/http/routes/feedback-batch";
import { langfuseRoute } from "./langfuse-route";

/** The feedback type of a link between a call and a dataset item. */
const RUN = "dataset_run";

export const runItemRoutes = {
  langfuseRunItemCreate: langfuseRoute(
    endpoints.langfuseRunItemCreate,
    async ({ store }, { runName, runDescription, metadata, datasetItemId, traceId, observationId }, caller) => {
      const { project, identity } = caller;
      const callId = observationId ?? traceId;
      if (!callId) throw new AppError("invalid", "A run item needs a traceId or an observationId");
      // Runs are not stored by themselves: the same name is the same run.
      const datasetRunId = idOf(project, runName);
      const link = validate(feedbackCreateRequest, {
        project_id: project,
        core_ref: callRef(project, callId),
        feedback_type: RUN,
        payload: toJsonText({
          value: runName,
          dataset_item_id: datasetItemId,
          dataset_run_id: datasetRunId,
          description: runDescription ?? undefined,
          metadata: metadata ?? undefined,
        }),
      });
      const id = idOf(project, runName, datasetItemId, callId);
      const { created_at } = await store.createFeedback(newFeedback(link, id, identity.owner));
      if (!observationId) await store.moveFeedbackToRoots(project, [callId]);
      return {
        value: {
          id,
          datasetRunId,
          datasetRunName: runName,
          datasetItemId,
          traceId: traceId ?? null,
          observationId: observationId ?? null,
          createdAt: created_at,
          updatedAt: created_at,
        },
      };
    },
  ),
};

function idOf(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
