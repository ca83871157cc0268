import { KEEP_DAYS } from "@/lib/contract/limits";
import type { Retention } from "@/lib/contract/retention";

/** What is typed into the form of the retention. */
export interface RetentionDraft {
  /** `ever` or `days`. */
  keep: string;
  days: string;
  queued: string;
  inTables: string;
  annotated: string;
  /** Of the settings that the form began with. */
  version: string;
}

const YES = "yes";
/** The answer of a checkbox as a draft has it. */
export const answerOf = (is: boolean) => (is ? YES : "no");
export const isYes = (text: string) => text === YES;

/** What the form begins with if everything is kept. */
const FIRST_DAYS = "90";

/** The draft that changes a retention. */
export function draftOf(stored: Retention & { version: number }): Record<keyof RetentionDraft, string> {
  const { keep_days: days, keep_queued, keep_in_tables, keep_annotated, version } = stored;
  return {
    keep: days === null ? "ever" : "days",
    days: days === null ? FIRST_DAYS : String(days),
    queued: answerOf(keep_queued),
    inTables: answerOf(keep_in_tables),
    annotated: answerOf(keep_annotated),
    version: String(version),
  };
}

/** The retention that a draft describes, or what is wrong with its days. */
export function retentionOf(draft: RetentionDraft): { retention: Retention } | { problems: { days: string } } {
  const typed = draft.days.trim();
  const days = Number(typed);
  const isValid = /^\d+$/.test(typed) && days >= 1 && days <= KEEP_DAYS;
  if (draft.keep === "days" && !isValid)
    return { problems: { days: `Enter a whole number of days from 1 to ${KEEP_DAYS}` } };
  return {
    retention: {
      keep_days: draft.keep === "days" ? days : null,
      keep_queued: isYes(draft.queued),
      keep_in_tables: isYes(draft.inTables),
      keep_annotated: isYes(draft.annotated),
    },
  };
}
