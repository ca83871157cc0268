import { atLeast, atMost, contains, equals, whereAll } from "@/lib/contract/conditions";
import { type Expression, literal, type Query } from "@/lib/contract/expression";
import type { TimeZone } from "@/lib/format/time";
import { valueFields } from "@/lib/contract/feedback-field";

import { type Bounds, boundsOfSpan } from "./time-range";
import { dependsOnZone } from "./time-span";

/** Number of characters of a value that the statistics keep. */
const VALUE_CHARS = 100;

/** Sort fields of the list. */
export const feedbackSorts = ["created_at", "feedback_type", "core_ref", "ext_user_id"] as const;
type FeedbackSort = (typeof feedbackSorts)[number];

/** The state of the feedback list, all of which is in the URL. */
export interface FeedbackView {
  /** Text to find in payloads. */
  q: string;
  /** A feedback type; empty for all. */
  type: string;
  /** The value, as the statistics write it; only with a type. */
  value: string;
  /** Text in the name of the creator. */
  who: string;
  /** The ref of the subject; empty for all. */
  on: string;
  /** Absolute bounds, ISO 8601; they take precedence over `range`. */
  from: string | null;
  to: string | null;
  /** Relative range as `writeRange` writes it, resolved when the list is read. */
  range: string | null;
  sort: { by: FeedbackSort; direction: "asc" | "desc" };
  /** The time zone whose days the range means (UTC if absent); not in the URL. See `zonedFeedback`. */
  zone?: TimeZone;
}

/** Selects all feedback, the newest first. */
export const ALL_FEEDBACK: FeedbackView = {
  q: "",
  type: "",
  value: "",
  who: "",
  on: "",
  from: null,
  to: null,
  range: null,
  sort: { by: "created_at", direction: "desc" },
};

/** The feedback that a view selects at `now` (milliseconds since 1970), without any created after `until`. */
export function selectFeedback(view: FeedbackView, now: number, until?: string): Query | undefined {
  const { q, type, value, who, on } = view;
  const { since, until: end } = rangeOf(view, now);
  const last = [end, until].filter((at) => at !== null && at !== undefined).toSorted()[0];
  const conditions: Expression[] = [
    ...(type ? [equals("feedback_type", type)] : []),
    ...(type && value ? [valueIs(type, value)] : []),
    ...(on ? [equals("core_ref", on)] : []),
    ...(who ? [{ $or: [contains("ext_user_id", who), contains("creator", who)] }] : []),
    ...(q ? [contains("payload", q)] : []),
    ...(since ? [atLeast("created_at", since)] : []),
    ...(last ? [atMost("created_at", last)] : []),
  ];
  return whereAll(conditions);
}

/** The bounds of a view at `now`, ISO 8601. */
export function rangeOf(view: FeedbackView, now: number): Bounds {
  return boundsOfSpan(view, { now, zone: view.zone ?? "UTC" });
}

/** The view with a time zone if its range names days, so that any other view is the same in every zone. */
export function zonedFeedback<View extends FeedbackView>(view: View, zone: TimeZone): View {
  return dependsOnZone(view) ? { ...view, zone } : view;
}

/** Values are compared as the strings in the statistics, which contain only the beginning of long ones. */
function valueIs(type: string, value: string): Expression {
  const parts = valueFields(type).map((field): Expression => {
    const input: Expression = { $convert: { input: { $getField: `payload.${field}` }, to: "string" } };
    return value.length < VALUE_CHARS
      ? { $eq: [input, literal(value)] }
      : { $contains: { input, substr: literal(value) } };
  });
  return { $or: parts };
}
