import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { JsonText } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { ANNOTATION_CLASS, readSpec, rewriteSpec, writeSpec } from "@/lib/feedback/annotation-spec";
import { createBody, type FeedbackRow, type FeedbackSubject, type NewFeedback } from "./feedback";
import { feedbackOn } from "./feedback-on";
import { publishOver } from "./publish-over";

const SPECS_MS = 60_000;

/** A project's annotations, each in its latest version, by name. */
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

/** The objects of a project's annotations, each in its latest version, by name. */
export function annotationVersions(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "annotation-versions", { projectId }] as const,
    queryFn: async ({ signal }): Promise<ObjectVersion[]> => {
      const body = {
        project_id: projectId,
        filter: { base_object_classes: [ANNOTATION_CLASS], latest_only: true },
        sort_by: [{ field: "object_id", direction: "asc" as const }],
      };
      return (await client.request("objsQuery", body, { signal })).objs;
    },
  });
}

/** Deletes every version of an annotation's object; returns them with their values, the latest one last. */
export function deleteSpec(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "delete-annotation", { projectId }] as const,
    mutationFn: async (id: string): Promise<ObjectVersion[]> => {
      const body = {
        project_id: projectId,
        filter: { object_ids: [id], is_op: false },
        sort_by: [
          { field: "is_latest", direction: "asc" as const },
          { field: "version_index", direction: "asc" as const },
        ],
      };
      const { objs } = await client.request("objsQuery", body);
      const digests = objs.map(({ digest }) => digest);
      await client.request("objDelete", { project_id: projectId, object_id: id, digests });
      return objs;
    },
    onSettled: (_versions, _error, _id, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["objects"] });
    },
  });
}

/** An annotation's question, as typed. */
export interface WrittenSpec {
  name: string;
  description: string;
  schema: JsonText;
  /** The version that it replaces. */
  edited?: ObjectVersion;
}

/** Publishes an annotation. Throws `NewerVersion`, and publishes nothing, if a new one has the name of an object. */
export function publishSpec(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "publish-annotation", { projectId }] as const,
    mutationFn: ({ edited, ...spec }: WrittenSpec) => {
      const obj = { project_id: projectId, builtin_object_class: ANNOTATION_CLASS };
      if (!edited)
        return publishOver({ ...obj, object_id: spec.name, val: writeSpec(spec), replaces: undefined }, client);
      const val = rewriteSpec(edited.val, spec);
      return client.request("objCreate", { obj: { ...obj, object_id: edited.object_id, val } });
    },
    onSuccess: (_made, _spec, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["objects"] }),
  });
}

/** An answer to save; it replaces the user's earlier one if there is one. */
export interface Answer {
  record: NewFeedback;
  replaced: FeedbackRow | undefined;
}

/** Saves answers one after the other; those before a rejected one are kept. */
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
