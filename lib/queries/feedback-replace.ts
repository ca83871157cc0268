import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { changeRows, createBody, type FeedbackSubject, type NewFeedback, refresh } from "./feedback";
import { feedbackOn } from "./feedback-on";

/** Replaces a record of the same type on the subject by one with its ID: shown at once. */
export function replaceFeedback(subject: FeedbackSubject, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["feedback", "replace", subject] as const,
    mutationFn: (changed: NewFeedback) =>
      client.request("feedbackReplace", { ...createBody(subject, changed), feedback_id: changed.id }),
    onMutate: async ({ id, payload }, { client: cache }) => {
      const replaced = cache.getQueryData(feedbackOn(subject).queryKey)?.find((row) => row.id === id);
      await changeRows(cache, subject, (rows) => rows.map((row) => (row.id === id ? { ...row, payload } : row)));
      return replaced;
    },
    onError: (_error, { id }, replaced, { client: cache }) =>
      replaced && changeRows(cache, subject, (rows) => rows.map((row) => (row.id === id ? replaced : row))),
    onSettled: (_data, _error, _variables, _result, { client: cache }) => refresh(cache, subject),
  });
}
