import type { CallTotals } from "@/lib/contract/call-stats";
import type { ChartLook } from "@/lib/contract/dashboards";
import type { Metric } from "@/lib/contract/metrics";
import { leftOut } from "@/lib/dashboard/chart-values";
import { groupWord } from "@/lib/filter/group-field";
import { counted } from "@/lib/format/number";

interface ChartNotesProps {
  metric: Pick<Metric, "measure" | "currency" | "group_by">;
  look: ChartLook;
  /** By group, over the whole range. */
  totals: readonly CallTotals[];
}

/** What a chart does not show separately, or not at all. */
export function ChartNotes({ metric, look, totals }: ChartNotesProps) {
  const { currencies, unpriced } = leftOut(metric, totals);
  const others = totals.find((total) => total.others);
  const shown = totals.length - 1;
  const by = metric.group_by?.map(groupWord).join(" and ");
  const most = metric.measure.startsWith("feedback_") ? "most feedback" : "most calls";
  const notes = [
    ...(others && look !== "number" ? [`By ${by}: the ${shown} with the ${most}, and the others together.`] : []),
    ...(currencies.length > 0 ? [`Costs in ${currencies.join(", ")} are not included.`] : []),
    ...(unpriced > 0
      ? [`${counted(unpriced, "call")} without a price ${unpriced === 1 ? "adds" : "add"} nothing.`]
      : []),
  ];
  if (notes.length === 0) return undefined;
  return <p className="pt-1 text-label text-muted wrap-anywhere">{notes.join(" ")}</p>;
}
