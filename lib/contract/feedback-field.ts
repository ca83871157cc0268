import { fieldPath } from "./expression";

/** The number of feedback records of a call, as a field to sort by. */
export const FEEDBACK_COUNT = "feedback.count";

const VALUE = /^feedback\.\[(.+?)\]\.payload\.(.+)$/u;

/** A value inside the payload of a call's feedback of one type; of several records, the latest. */
export interface FeedbackField {
  type: string;
  /** Keys and positions. */
  path: string[];
}

/** Parses `feedback.[core.annotation.quality].payload.value`; undefined for any other text. */
export function parseFeedbackField(field: string): FeedbackField | undefined {
  const [, type, inside] = VALUE.exec(field) ?? [];
  const path = inside === undefined ? undefined : fieldPath(inside);
  return type !== undefined && path ? { type, path } : undefined;
}

/** Writes the field of a value at the top of the payload; the inverse of `parseFeedbackField`. */
export function feedbackField(type: string, name: string): string {
  return `feedback.[${type}].payload.${name.replaceAll(".", "\\.")}`;
}
