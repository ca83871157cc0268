/** Groups of `/calls/stats` that feedback has, not its call. */
export const FEEDBACK_TYPE = "feedback_type";
export const FEEDBACK_VALUE = "feedback_value";

/** The first of these groups that is of feedback: with one, calls are not counted. */
export const feedbackGroupIn = (groups: readonly string[]): string | undefined =>
  groups.find((group) => group === FEEDBACK_TYPE || group === FEEDBACK_VALUE);
