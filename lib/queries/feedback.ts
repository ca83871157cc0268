import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { equals, isOneOf } from "@/lib/contract/conditions";
import type { Query } from "@/lib/contract/expression";
import type { Feedback } from "@/lib/contract/feedback";
import type { JsonText } from "@/lib/json/text";
import { feedbackOn } from "./feedback-on";

/** The subject of feedback: a call or an object version. */
export interface FeedbackSubject {
  projectId: string;
  ref: string;
}

/** A record in the list of its subject; `isSaving` until the service has stored it. */
export interface FeedbackRow extends Partial<Feedback> {
  isSaving?: true;
}

/** What a record may refer to, and its creator. */
export type FeedbackLinks = Pick<Feedback, "creator" | "annotation_ref" | "runnable_ref" | "call_ref" | "trigger_ref">;

export interface NewFeedback {
  /** From `newFeedback`: the same id is the same record, so a request may be sent twice. */
  id: string;
  feedbackType: string;
  payload: JsonText;
  links?: FeedbackLinks;
}

/** Adds feedback: shown at once, removed if the service rejects it. */
export function createFeedback(subject: FeedbackSubject, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["feedback", "create", subject] as const,
    mutationFn: (added: NewFeedback) => client.request("feedbackCreate", createBody(subject, added)),
    onMutate: ({ id, feedbackType, payload, links }, { client: cache }) => {
      const shown: FeedbackRow = {
        ...links,
        id,
        feedback_type: feedbackType,
        payload,
        created_at: new Date().toISOString(),
        isSaving: true,
      };
      return changeRows(cache, subject, (rows) => [...rows.filter((row) => row.id !== id), shown]);
    },
    onSuccess: ({ created_at, ext_user_id }, { id }, _result, { client: cache }) =>
      changeRows(cache, subject, (rows) =>
        rows.map((row) => (row.id === id ? { ...row, created_at, ext_user_id, isSaving: undefined } : row)),
      ),
    onError: (_error, { id }, _result, { client: cache }) =>
      changeRows(cache, subject, (rows) => rows.filter((row) => row.id !== id)),
    onSettled: (_data, _error, _variables, _result, { client: cache }) => refresh(cache, subject),
  });
}

/**
 * Adds the same feedback to several subjects at once; the response has one result for each, some of which may be
 * errors.
 */
export function createFeedbackOnAll(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["feedback", "create-many"] as const,
    mutationFn: (added: readonly { subject: FeedbackSubject; feedback: NewFeedback }[]) => {
      const batch = added.map(({ subject, feedback }) => createBody(subject, feedback));
      return client.request("feedbackBatchCreate", { batch });
    },
    onSettled: (_data, _error, _variables, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ["feedback"] }),
  });
}

/** Removes one record: removed at once, restored if the service rejects the request. */
export function purgeFeedback(subject: FeedbackSubject, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["feedback", "purge", subject] as const,
    mutationFn: (id: string) => client.request("feedbackPurge", purgeBody(subject, id)),
    onMutate: async (id, { client: cache }) => {
      const { queryKey } = feedbackOn(subject, client);
      const removed = cache.getQueryData(queryKey)?.find((row) => row.id === id);
      await changeRows(cache, subject, (rows) => rows.filter((row) => row.id !== id));
      return removed;
    },
    onError: (_error, _id, removed, { client: cache }) =>
      removed && changeRows(cache, subject, (rows) => [...rows, removed].toSorted(byCreation)),
    onSettled: (_data, _error, _variables, _result, { client: cache }) => refresh(cache, subject),
  });
}

/** The body that adds a record. */
export function createBody(subject: FeedbackSubject, { id, feedbackType, payload, links }: NewFeedback) {
  return {
    ...links,
    id,
    project_id: subject.projectId,
    core_ref: subject.ref,
    feedback_type: feedbackType,
    payload,
  };
}

/** The body that removes one record. */
export function purgeBody({ projectId }: Pick<FeedbackSubject, "projectId">, id: string) {
  return { project_id: projectId, query: { $expr: equals("id", id) } };
}

/** The body that removes several records. */
export function purgeManyBody(projectId: string, ids: readonly string[]): { project_id: string; query: Query } {
  return { project_id: projectId, query: { $expr: isOneOf("id", ids) } };
}

export async function changeRows(
  cache: QueryClient,
  subject: FeedbackSubject,
  change: (rows: FeedbackRow[]) => FeedbackRow[],
): Promise<void> {
  const { queryKey } = feedbackOn(subject);
  // A reading that began before this change would undo it on the screen.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (rows) => change(rows ?? []));
}

/** Reads the list again once the last of several concurrent changes is complete. */
export async function refresh(cache: QueryClient, subject: FeedbackSubject): Promise<void> {
  const underWay = cache.isMutating({
    predicate: ({ options }) => {
      const [resource, , of] = options.mutationKey ?? [];
      return resource === "feedback" && JSON.stringify(of) === JSON.stringify(subject);
    },
  });
  if (underWay <= 1) await cache.invalidateQueries({ queryKey: feedbackOn(subject).queryKey });
}

function byCreation(a: FeedbackRow, b: FeedbackRow): number {
  return (a.created_at ?? "") < (b.created_at ?? "") ? -1 : 1;
}
