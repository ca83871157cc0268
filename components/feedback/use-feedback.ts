"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { toast } from "@/components/ui/toast-store";
import { usePreference } from "@/components/ui/use-preference";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import {
  createBody,
  createFeedback,
  type FeedbackRow,
  type FeedbackSubject,
  purgeBody,
  purgeFeedback,
} from "@/lib/queries/feedback";
import { feedbackOn } from "@/lib/queries/feedback-on";

import { feedbackWords } from "@/lib/format/feedback-words";

/** Milliseconds between two readings of others' feedback. */
const pollMs = 2_000;
const maxMine = 200;
const asStored = (stored: string) => stored;

/** The feedback on one subject, kept live. */
export function useFeedbackList(subject: FeedbackSubject) {
  return useQuery({ ...feedbackOn(subject), refetchInterval: pollMs });
}

/** Adds feedback: shown at once, with an offer to undo it. */
export function useAddFeedback(subject: FeedbackSubject) {
  const [, remember] = useMyReactions();
  const options = createFeedback(subject);
  return useMutation({
    ...options,
    onSuccess: (answer, added, result, context) => {
      const { id, feedbackType, payload } = added;
      remember(id);
      offerUndo({
        id,
        title: `Added ${feedbackWords(feedbackType, payload)}`,
        requests: [undoWith("feedbackPurge", purgeBody(subject, id))],
        refreshes: ["feedback"],
      });
      return options.onSuccess?.(answer, added, result, context);
    },
  });
}

/** Removes a record; undo writes it again under its id. */
export function useRemoveFeedback(subject: FeedbackSubject) {
  // The row is not found when another press has removed it; the type can't be inferred through the spread.
  const { mutate } = useMutation<{ purged: number }, Error, string, FeedbackRow | undefined>({
    ...purgeFeedback(subject),
    onSuccess: (_answer, id, removed) => offerRemoved(subject, id, removed),
  });
  return (id: string) =>
    mutate(id, {
      onError: (error) => toast({ title: "Could not remove the feedback", description: error.message, tone: "error" }),
    });
}

/** Offers to write a removed record again. */
export function offerRemoved(subject: FeedbackSubject, id: string, removed: FeedbackRow | undefined): void {
  if (!removed?.feedback_type || !removed.payload) return;
  const {
    creator,
    annotation_ref,
    runnable_ref,
    call_ref,
    trigger_ref,
    feedback_type: feedbackType,
    payload,
  } = removed;
  const links = { creator, annotation_ref, runnable_ref, call_ref, trigger_ref };
  offerUndo({
    id,
    title: `Removed ${feedbackWords(feedbackType, payload)}`,
    requests: [undoWith("feedbackCreate", createBody(subject, { id, feedbackType, payload, links }))],
    refreshes: ["feedback"],
  });
}

/** Ids of feedback added in this browser, so that a second click on a reaction removes only the user's own. */
export function useMyReactions(): [ReadonlySet<string>, (id: string) => void] {
  const [stored, store] = usePreference<string>("my-feedback", "", asStored);
  const ids = stored === "" ? [] : stored.split(",");
  return [new Set(ids), (id) => store([...ids, id].slice(-maxMine).join(","))];
}
