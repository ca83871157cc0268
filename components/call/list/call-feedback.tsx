"use client";

import { feedbackGlance, feedbackWords } from "@/lib/format/feedback-words";

import { useCallExtras } from "./call-extras";

/** What was said of a call, in a glance; in words in its title. */
export function CallFeedback({ id }: { id: string }) {
  const records = useCallExtras().feedbackOf(id);
  if (!records || records.length === 0) return undefined;
  const words = records.map(({ feedback_type: type, payload }) => feedbackWords(type, payload)).join(", ");
  return (
    <span title={words}>
      <span aria-hidden>{feedbackGlance(records)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
