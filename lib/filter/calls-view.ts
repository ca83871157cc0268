import type { CallsFilter } from "@/lib/contract/calls";
import { FEEDBACK_COUNT, feedbackPlaces } from "@/lib/contract/feedback-field";
import type { Query } from "@/lib/contract/expression";
import type { TimeZone } from "@/lib/format/time";

import { isValuePath } from "./fields";
import { PERIOD_WORDS } from "./period";
import { dependsOnZone } from "./time-span";

/** Sort fields of calls by their name in the URL; values inside payloads and feedback are not listed here. */
export const CALL_SORT_FIELDS: Readonly<Record<string, string>> = {
  started: "started_at",
  name: "op_name",
  status: "overview.status",
  latency: "overview.latency_ms",
  tokens: "overview.total_tokens",
  cost: "overview.total_cost",
  feedback: FEEDBACK_COUNT,
  model: "overview.model",
  kind: "overview.kind",
  user: "overview.user_id",
  thread: "thread_id",
  input: "overview.input_preview",
  output: "overview.output_preview",
  id: "id",
};

/** Sorting all calls, not only those at the root, by cost covers only this many of them, the newest. */
export const SORTED_CALLS = 10_000;

/** The state of the trace list, all of which is in the URL. */
export interface CallsView {
  /** The filter as typed: see `parseFilter`. */
  q: string;
  /** Absolute bounds of the start, ISO 8601; they take precedence over `range`. */
  from: string | null;
  to: string | null;
  /** Relative range as `writeRange` writes it, resolved when the list is read. */
  range: string | null;
  /** Only root calls. */
  roots: boolean;
  /** A name in `CALL_SORT_FIELDS`, or the path of a value inside a payload or feedback. */
  sort: { by: string; direction: "asc" | "desc" };
  /** The time zone whose days the filter and the range mean (UTC if absent); not in the URL. See `zonedView`. */
  zone?: TimeZone;
}

/** The default view: every trace, newest first. */
export const NEWEST_TRACES: CallsView = {
  q: "",
  from: null,
  to: null,
  range: null,
  roots: true,
  sort: { by: "started", direction: "desc" },
};

/** The part of a calls query that depends on the view. */
export interface CallsSelection {
  filter?: CallsFilter;
  query?: Query;
}

/**
 * Whether a list can be sorted by this: a name in `CALL_SORT_FIELDS`, or the path of an attribute or a value inside a
 * payload or feedback.
 */
export function isSortKey(by: string): boolean {
  return Object.hasOwn(CALL_SORT_FIELDS, by) || isValuePath(by) || feedbackPlaces(by) !== undefined;
}

/** The view with a time zone if its filter or range names days, so that any other view is the same in every zone. */
export function zonedView<View extends CallsView>(view: View, zone: TimeZone): View {
  return NAMED_DAYS.test(view.q) || dependsOnZone(view) ? { ...view, zone } : view;
}

/** A time that is compared with a day, or with a week or month by name; also after other values, and in quotes. */
const NAMED_DAYS = new RegExp(
  `\\b(?:started|ended)\\w*"?\\s*[:=<>]+\\s*(?:\\([^)]*?|(?:[^\\s,]*\\s*,\\s*)*[^\\s,]*?)(?:${PERIOD_WORDS.join("|").replaceAll("-", "[-_ ]")}|\\d{4}-\\d{2}-\\d{2}(?!T))`,
  "i",
);

/** `newest` of a view: how many of its calls are sorted and listed; undefined for all. */
export function sortedCalls({ sort, roots }: CallsView): number | undefined {
  return sort.by === "cost" && !roots ? SORTED_CALLS : undefined;
}

/** `sort_by` of a view; the service breaks ties by id. */
export function sortCalls({ sort }: CallsView): { field: string; direction: "asc" | "desc" }[] {
  return [{ field: CALL_SORT_FIELDS[sort.by] ?? sort.by, direction: sort.direction }];
}
