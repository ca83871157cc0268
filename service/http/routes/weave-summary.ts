import { fieldPath } from "@/lib/contract/expression";
import type { Call, CallRow } from "@/lib/contract/calls";
import { pickPaths } from "@/lib/json/pick";
import { addWeaveSummary, traceName } from "@/lib/trace/weave-summary";
import type { CallsListQuery } from "@/service/store/calls/list-calls";

/**
 * The call with `summary.weave` for Weave's clients, without the overview that was read for it; with it if it has a
 * stated cost and that was requested.
 */
export function withWeaveSummary({ overview, ...call }: Call, withStatedCost = false): Call {
  const isShown = withStatedCost && overview?.stated_cost !== undefined;
  return { ...call, ...(isShown && { overview }), summary: summaryOf({ ...call, overview }) };
}

/** The calls of `list`, with `summary.weave` if their summary, or that part of it, was selected. */
export async function* listWithWeaveSummary(
  list: (query: CallsListQuery) => AsyncIterable<CallRow[]>,
  query: CallsListQuery,
): AsyncGenerator<CallRow[]> {
  const columns = query.columns ?? undefined;
  const paths = columns
    ?.filter((column) => column.startsWith("summary."))
    .map((path) => fieldPath(path)?.slice(1) ?? []);
  // A list with costs has the summary in addition to its columns.
  const isWhole = !columns || columns.includes("summary") || (query.include_costs === true && paths?.length === 0);
  if (!isWhole && !paths?.some(([first]) => first === "weave")) {
    yield* list(query);
    return;
  }
  const isSelected = (column: "overview" | "op_name" | "display_name") => !columns || columns.includes(column);
  const keepsOverview = query.include_overview === true || (columns !== undefined && isSelected("overview"));
  const selected = columns && [...new Set([...columns, "op_name", "display_name"])];
  for await (const rows of list({ ...query, columns: selected, statuses: true }))
    yield rows.map(({ overview, op_name, display_name, ...row }) => {
      const summary = summaryOf({ ...row, overview, op_name, display_name });
      return {
        ...row,
        ...(isSelected("op_name") && { op_name }),
        ...(isSelected("display_name") && { display_name }),
        ...(keepsOverview && { overview }),
        summary: isWhole ? summary : pickPaths(summary, paths ?? []),
      };
    });
}

function summaryOf({ summary, overview, display_name, op_name = "" }: CallRow) {
  const { status = "running", latency_ms } = overview ?? {};
  return addWeaveSummary(summary, {
    status,
    latency_ms: latency_ms === undefined ? undefined : Math.floor(latency_ms),
    trace_name: traceName(display_name, op_name),
  });
}
