import { FeedbackGlance } from "@/components/ui/feedback-glance";
import type { FeedbackRow } from "@/lib/queries/feedback";

/** A summary of feedback, as one of several facts. */
export function FeedbackMarks({ rows }: { rows: readonly FeedbackRow[] }) {
  const records = rows.flatMap(({ feedback_type, payload }) =>
    feedback_type !== undefined && payload ? [{ feedback_type, payload }] : [],
  );
  if (records.length === 0) return undefined;
  return (
    <div className="max-w-full truncate">
      <dt className="sr-only">Feedback</dt>
      <dd className="inline">
        <FeedbackGlance records={records} />
      </dd>
    </div>
  );
}
