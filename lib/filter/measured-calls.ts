import type { CallsFilter } from "@/lib/contract/calls";
import { exists, isOneOf, whereAll } from "@/lib/contract/conditions";
import { escapePattern, type Expression } from "@/lib/contract/expression";
import { FEEDBACK_COUNT, valueFields } from "@/lib/contract/feedback-field";
import { type PlainMetric, selectionOf } from "@/lib/contract/metrics";
import { callsPath, withSearch } from "@/lib/format/address";

import { formatFilter } from "./format-filter";
import { fromExpression } from "./from-expression";
import { isFeedback } from "./metric-draft";
import { lastBefore } from "./time-range";

type Selection = Pick<PlainMetric, "filter" | "query">;

/** A range of time, ISO 8601, without its end. */
interface Window {
  start: string;
  end: string;
}

/** The fields of the names in a filter. */
const FIELDS = [
  ["parent_ids", "parent_id"],
  ["trace_ids", "trace_id"],
  ["call_ids", "id"],
  ["thread_ids", "thread_id"],
  ["turn_ids", "turn_id"],
  ["ext_user_ids", "ext_user_id"],
  ["ext_run_ids", "ext_run_id"],
] as const;

/** The calls that a metric selects, as the filter of the list of calls; `parent:none` is left to `trace_roots_only`. */
export function measuredFilter(selection: Selection): string {
  return filterText(conditionsOf(selection));
}

/**
 * The address of the list of the calls that a metric measures, and that started in `window`. Feedback is counted when it
 * is given, so the calls that have some are listed whenever they started.
 */
export function measuredCallsPath(projectId: string, metric: PlainMetric, window?: Window): string {
  const ofFeedback = isFeedback(metric.measure);
  const selection = selectionOf(metric);
  const when = window && !ofFeedback ? { from: window.start, to: lastBefore(window.end) } : {};
  return withSearch(callsPath(projectId), {
    q: filterText([...conditionsOf(selection), ...(ofFeedback ? [hasFeedback(metric)] : [])]) || undefined,
    ...when,
    roots: selection.filter?.trace_roots_only ? undefined : "false",
  });
}

function filterText(conditions: readonly Expression[]): string {
  const where = whereAll(conditions);
  return where ? formatFilter(fromExpression(where.$expr)) : "";
}

/** A call has feedback of the type that is measured; filters know a type by its values. */
function hasFeedback({ measure, feedback }: Pick<PlainMetric, "measure" | "feedback">): Expression {
  const { feedback_type: type, field } = feedback ?? {};
  const fields = type ? valueFields(type) : [];
  // A type of a program may have records without a value, which are counted too.
  if (!type || (measure === "feedback_count" && fields.length > 1)) return exists(FEEDBACK_COUNT);
  return anyOf((field ? [field] : fields).map((path) => exists(`feedback.[${type}].payload.${path}`)));
}

function conditionsOf({ filter, query }: Selection): Expression[] {
  return [...namedIn(filter ?? {}), ...(query ? [query.$expr] : [])];
}

function namedIn({ op_names: ops, ...filter }: CallsFilter): Expression[] {
  const conditions = FIELDS.flatMap(([name, field]) => {
    const values = filter[name];
    return values ? [isOneOf(field, values)] : [];
  });
  return ops ? [hasOpName(ops), ...conditions] : conditions;
}

/** Every version of an op is named by `<ref without digest>:*`. */
function hasOpName(names: readonly string[]): Expression {
  const isAnyVersion = (name: string) => name.endsWith(":*");
  const versions = names.filter(isAnyVersion).map((name): Expression => {
    const pattern = `${escapePattern(name.slice(0, -1))}%`;
    return { $like: { input: { $getField: "op_name" }, pattern } };
  });
  const exact = names.filter((name) => !isAnyVersion(name));
  return anyOf(exact.length > 0 || versions.length === 0 ? [isOneOf("op_name", exact), ...versions] : versions);
}

function anyOf(parts: Expression[]): Expression {
  const [first, ...others] = parts;
  return first && others.length === 0 ? first : { $or: parts };
}
