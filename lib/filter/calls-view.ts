import type { CallsFilter } from "@/lib/contract/calls";
import { FEEDBACK_COUNT, parseFeedbackField } from "@/lib/contract/feedback-field";
import { atLeast, atMost, whereAll } from "@/lib/contract/conditions";
import type { Expression, Query } from "@/lib/contract/expression";
import { isPayloadPath } from "./fields";
import { parseFilter } from "./parse-filter";
import { toExpression } from "./to-expression";

/** Time ranges that end now, by their word in the URL, in seconds. */
export const RELATIVE_RANGES = {
  "15m": 900,
  "1h": 3600,
  "24h": 86_400,
  "7d": 604_800,
  "30d": 2_592_000,
} as const;
export type RelativeRange = keyof typeof RELATIVE_RANGES;

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

/** Sorting by computed values, such as cost, covers only this many calls, the newest. */
export const SORTED_CALLS = 10_000;

/** The state of the trace list, all of which is in the URL. */
export interface CallsView {
  /** The filter as typed: see `parseFilter`. */
  q: string;
  /** Absolute bounds of the start, ISO 8601; they take precedence over `range`. */
  from: string | null;
  to: string | null;
  /** Relative range, resolved when the list is read. */
  range: RelativeRange | null;
  /** Only root calls. */
  roots: boolean;
  /** A name in `CALL_SORT_FIELDS`, or the path of a value inside a payload or feedback. */
  sort: { by: string; direction: "asc" | "desc" };
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
 * Whether a list can be sorted by this: a name in `CALL_SORT_FIELDS`, or the path of a value inside a payload or
 * feedback.
 */
export function isSortKey(by: string): boolean {
  return Object.hasOwn(CALL_SORT_FIELDS, by) || isPayloadPath(by) || parseFeedbackField(by) !== undefined;
}

/**
 * The calls that a view selects at `now` (milliseconds since 1970), as a filter and an expression. Throws `FilterError`
 * when `q` is not a valid filter.
 */
export function selectCalls(view: CallsView, now: number): CallsSelection {
  const filter = parseFilter(view.q);
  const { since, until } = rangeOf(view, now);
  const conditions: Expression[] = [
    ...(since ? [atLeast("started_at", since)] : []),
    ...(until ? [atMost("started_at", until)] : []),
    ...(filter ? [toExpression(filter)] : []),
  ];
  const query = whereAll(conditions);
  return { ...(view.roots ? { filter: { trace_roots_only: true } } : {}), ...(query ? { query } : {}) };
}

/** `newest` of a view: how many of its calls are sorted and listed; undefined for all. */
export function sortedCalls({ sort }: CallsView): number | undefined {
  const isWorkedOut = ["cost", "feedback"].includes(sort.by) || parseFeedbackField(sort.by) !== undefined;
  return isWorkedOut ? SORTED_CALLS : undefined;
}

/** `sort_by` of a view; the service breaks ties by id. */
export function sortCalls({ sort }: CallsView): { field: string; direction: "asc" | "desc" }[] {
  return [{ field: CALL_SORT_FIELDS[sort.by] ?? sort.by, direction: sort.direction }];
}

/** The bounds of a view at `now`, ISO 8601. */
export function rangeOf({ from, to, range }: CallsView, now: number): { since: string | null; until: string | null } {
  const isAbsolute = from !== null || to !== null;
  const since = !isAbsolute && range ? new Date(now - RELATIVE_RANGES[range] * 1000).toISOString() : from;
  return { since, until: to };
}
