import { atLeast, atMost, whereAll } from "@/lib/contract/conditions";
import type { Expression } from "@/lib/contract/expression";

import type { CallsSelection, CallsView } from "./calls-view";
import { parseFilter } from "./parse-filter";
import { type Bounds, boundsOfSpan } from "./time-range";
import { toExpression } from "./to-expression";

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
    ...(filter ? [toExpression(filter, { now, zone: view.zone ?? "UTC" })] : []),
  ];
  const query = whereAll(conditions);
  return { ...(view.roots ? { filter: { trace_roots_only: true } } : {}), ...(query ? { query } : {}) };
}

/** The bounds of a view at `now`, ISO 8601. */
export function rangeOf(view: CallsView, now: number): Bounds {
  return boundsOfSpan(view, { now, zone: view.zone ?? "UTC" });
}
