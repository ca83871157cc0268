"use client";

import { useMutation } from "@tanstack/react-query";

import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import type { AnswerOf } from "@/lib/client/answers";
import { feedbackWords } from "@/lib/format/feedback-words";
import { createBody, type FeedbackRow, type FeedbackSubject, type NewFeedback } from "@/lib/queries/feedback";
import { replaceFeedback } from "@/lib/queries/feedback-replace";

/** Replaces feedback of the user: shown at once, with an offer to undo it. */
export function useReplaceFeedback(subject: FeedbackSubject) {
  const options = replaceFeedback(subject);
  return useMutation<AnswerOf<"feedbackReplace">, Error, NewFeedback, FeedbackRow | undefined>({
    ...options,
    onSuccess: (_answer, { id, feedbackType, payload }, replaced) => {
      if (!replaced?.payload) return;
      const before = createBody(subject, { id, feedbackType, payload: replaced.payload });
      offerUndo({
        id,
        title: `Changed ${feedbackWords(feedbackType, payload)}`,
        requests: [undoWith("feedbackReplace", { ...before, feedback_id: id })],
        refreshes: ["feedback"],
      });
    },
  });
}
