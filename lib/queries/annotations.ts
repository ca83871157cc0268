import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { JsonText } from "@/lib/contract/json/text";
import { ANNOTATION_CLASS, readSpec, writeSpec } from "@/lib/feedback/annotation-spec";
import { createBody, type FeedbackRow, type FeedbackSubject, feedbackOn, type NewFeedback } from "./feedback";

const SPECS_MS = 60_000;

/** What a project's annotations ask, each in its latest version, by name. */
export function annotationSpecs(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "annotations", { projectId }] as const,
    queryFn: async ({ signal }) => {
      const body = {
        project_id: projectId,
        filter: { base_object_classes: [ANNOTATION_CLASS], latest_only: true },
        sort_by: [{ field: "object_id", direction: "asc" as const }],
      };
      return (await client.request("objsQuery", body, { signal })).objs.map(readSpec);
    },
    staleTime: SPECS_MS,
  });
}

/** Publishes what an annotation asks; under a name that is there already as its next version. */
export function publishSpec(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "publish-annotation", { projectId }] as const,
    mutationFn: (spec: { name: string; description: string; schema: JsonText }) =>
      client.request("objCreate", {
        obj: {
          project_id: projectId,
          object_id: spec.name,
          val: writeSpec(spec),
          builtin_object_class: ANNOTATION_CLASS,
        },
      }),
    onSuccess: (_made, _spec, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

/** An answer to save: in the place of one's own earlier one where there is. */
export interface Answer {
  record: NewFeedback;
  replaced: FeedbackRow | undefined;
}

/** Saves answers one after the other; those before a refused one are kept. */
export function saveAnswers(subject: FeedbackSubject, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["feedback", "answer", subject] as const,
    mutationFn: async (answers: readonly Answer[]) => {
      for (const { record, replaced } of answers) {
        const body = createBody(subject, record);
        if (replaced?.id === undefined) await client.request("feedbackCreate", body);
        else await client.request("feedbackReplace", { ...body, feedback_id: replaced.id });
      }
    },
    onSettled: (_answer, _error, _answers, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: feedbackOn(subject).queryKey }),
        cache.invalidateQueries({ queryKey: ["feedback", "queue"] }),
      ]),
  });
}
