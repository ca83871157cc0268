import type { Feedback } from "@/lib/contract/feedback";
import { JsonText } from "@/lib/json/text";
import { type Row, optionalJson, optionalText, requiredText } from "@/service/store/sql/row";
import type { NewFeedback } from "./feedback-store";

/** The columns of plain text; `payload` is JSON. */
export const TEXT_COLUMNS = [
  "project_id",
  "id",
  "core_ref",
  "feedback_type",
  "creator",
  "annotation_ref",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
  "ext_user_id",
] as const satisfies (keyof NewFeedback)[];

export function readFeedback(row: Row): Feedback {
  return {
    id: requiredText(row, "id"),
    project_id: requiredText(row, "project_id"),
    core_ref: requiredText(row, "core_ref"),
    feedback_type: requiredText(row, "feedback_type"),
    payload: optionalJson(row, "payload") ?? new JsonText("{}"),
    created_at: requiredText(row, "created_at"),
    creator: optionalText(row, "creator"),
    annotation_ref: optionalText(row, "annotation_ref"),
    runnable_ref: optionalText(row, "runnable_ref"),
    call_ref: optionalText(row, "call_ref"),
    trigger_ref: optionalText(row, "trigger_ref"),
    ext_user_id: optionalText(row, "ext_user_id"),
  };
}
