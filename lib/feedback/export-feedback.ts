import type { Feedback } from "@/lib/contract/feedback";
import { writeJsonLine } from "@/lib/json/text";
import { csvLine, csvText } from "@/lib/format/csv";
import { feedbackText } from "@/lib/format/feedback-words";

export type FeedbackFormat = "jsonl" | "csv";

const FIELDS = [
  "id",
  "created_at",
  "feedback_type",
  "core_ref",
  "ext_user_id",
  "creator",
  "annotation_ref",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
] as const;

/** Records as the text of a file: whole as JSON lines, or in columns, each value next to its exact payload. */
export function exportFeedback(rows: readonly Partial<Feedback>[], format: FeedbackFormat): string {
  if (format === "jsonl") return rows.map(writeJsonLine).join("");
  const lines = rows.map((row) => {
    const texts = FIELDS.map((field) => row[field] ?? "");
    return csvLine([...texts, feedbackText(row.feedback_type, row.payload), row.payload?.text ?? ""].map(csvText));
  });
  return csvLine([...FIELDS, "value", "payload"]) + lines.join("");
}
