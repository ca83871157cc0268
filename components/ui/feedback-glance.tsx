import type { Feedback } from "@/lib/contract/feedback";
import { feedbackGlance } from "@/lib/format/feedback-glance";
import { feedbackWords } from "@/lib/format/feedback-words";

const maxWords = 20;

interface FeedbackGlanceProps {
  /** Oldest first. */
  records: readonly Pick<Feedback, "feedback_type" | "payload">[];
  /** The number of all records, if these are only the newest. */
  count?: number;
}

/** A summary of the feedback on something; as text in its title. */
export function FeedbackGlance({ records, count = records.length }: FeedbackGlanceProps) {
  if (records.length === 0) return undefined;
  const words = records.slice(-maxWords).map(({ feedback_type: type, payload }) => feedbackWords(type, payload));
  const more = count - words.length;
  const text = `${words.join(", ")}${more > 0 ? ` and ${more} earlier` : ""}`;
  return (
    <span title={text}>
      <span aria-hidden>{feedbackGlance(records)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
