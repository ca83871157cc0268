import type { CallsFilter, CallStatus } from "@/lib/contract/calls";
import { type Expression, literal, type Query } from "@/lib/contract/expression";

/** Time ranges that end now, by their word in the URL, in seconds. */
export const RELATIVE_RANGES = {
  "15m": 900,
  "1h": 3600,
  "24h": 86_400,
  "7d": 604_800,
  "30d": 2_592_000,
} as const;
export type RelativeRange = keyof typeof RELATIVE_RANGES;

/** The calls' sortable columns, by their word in the URL. */
export const CALL_SORT_FIELDS = {
  started: "started_at",
  name: "op_name",
  status: "overview.status",
  latency: "overview.latency_ms",
  tokens: "overview.total_tokens",
  model: "overview.model",
} as const;
export type CallSortKey = keyof typeof CALL_SORT_FIELDS;

/** What a reader chose on the trace list; all of it lives in the URL. */
export interface CallsView {
  /** Text to find anywhere in inputs, outputs, exceptions and names. */
  q: string;
  status: CallStatus[];
  op: string[];
  /** Absolute bounds of the start, ISO 8601; they win over `range`. */
  from: string | null;
  to: string | null;
  /** Relative range, resolved when the list is read. */
  range: RelativeRange | null;
  /** Only calls that began a trace. */
  roots: boolean;
  sort: { by: CallSortKey; direction: "asc" | "desc" };
}

/** What the trace list shows when nothing was chosen: every trace, newest first. */
export const NEWEST_TRACES: CallsView = {
  q: "",
  status: [],
  op: [],
  from: null,
  to: null,
  range: null,
  roots: true,
  sort: { by: "started", direction: "desc" },
};

/** The part of a calls query that the view decides. */
export interface CallsSelection {
  filter?: CallsFilter;
  query?: Query;
}

const SEARCHED = ["inputs", "output", "exception", "op_name", "display_name"];

/** The calls that a view selects at `now` (milliseconds since 1970), as a filter and an expression. */
export function selectCalls(view: CallsView, now: number): CallsSelection {
  const filter: CallsFilter = {};
  if (view.op.length > 0) filter.op_names = view.op;
  if (view.roots) filter.trace_roots_only = true;
  const conditions = [statusIs(view.status), ...startedBetween(view, now), textIsIn(view.q)].filter(
    (condition) => condition !== undefined,
  );
  const [first, ...rest] = conditions;
  return {
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(first ? { query: { $expr: rest.length > 0 ? { $and: conditions } : first } } : {}),
  };
}

/** `sort_by` of a view; the service breaks ties by id. */
export function sortCalls({ sort }: CallsView): { field: string; direction: "asc" | "desc" }[] {
  return [{ field: CALL_SORT_FIELDS[sort.by], direction: sort.direction }];
}

function statusIs(statuses: readonly CallStatus[]): Expression | undefined {
  if (statuses.length === 0) return undefined;
  return { $in: [{ $getField: "overview.status" }, statuses.map(literal)] };
}

function startedBetween({ from, to, range }: CallsView, now: number): Expression[] {
  const isAbsolute = from !== null || to !== null;
  const since = !isAbsolute && range ? new Date(now - RELATIVE_RANGES[range] * 1000).toISOString() : from;
  return [
    ...(since ? [{ $gte: [{ $getField: "started_at" }, literal(since)] } satisfies Expression] : []),
    ...(to ? [{ $lte: [{ $getField: "started_at" }, literal(to)] } satisfies Expression] : []),
  ];
}

function textIsIn(text: string): Expression | undefined {
  if (text === "") return undefined;
  const substr = literal(text);
  return {
    $or: SEARCHED.map((field) => ({ $contains: { input: { $getField: field }, substr, case_insensitive: true } })),
  };
}
