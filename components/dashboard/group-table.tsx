import { ScrollRegion } from "@/components/ui/scroll-region";
import type { TimeStats } from "@/lib/contract/call-stats";
import type { Metric } from "@/lib/contract/metrics";
import { groupValues } from "@/lib/dashboard/chart-values";
import { groupWord } from "@/lib/filter/group-field";
import { metricText, valueText } from "@/lib/format/alert-words";

interface GroupTableProps {
  title: string;
  metric: Metric;
  stats: TimeStats;
}

/** The value of each group in the whole range, the largest first. */
export function GroupTable({ title, metric, stats }: GroupTableProps) {
  const groups = groupValues(metric, stats);
  if (groups.length === 0) return <p className="text-meta text-muted">No calls in this range.</p>;
  const by = metric.group_by?.map(groupWord).join(", ");
  return (
    <ScrollRegion label={`Values of ${title}`} className="max-h-56 overflow-auto">
      <table aria-label={title} className="w-full text-meta tabular-nums">
        <thead className="sticky top-0 bg-page text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              {by ? by.charAt(0).toUpperCase() + by.slice(1) : "Calls"}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-normal">
              {metricText(metric)}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ label, isOthers, whole }) => (
            <tr key={`${isOthers} ${label}`} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                <bdi className={isOthers ? "text-muted" : undefined}>{label || "All"}</bdi>
              </th>
              <td className="py-1 pl-3 text-right align-top whitespace-nowrap">
                {whole === undefined ? "—" : valueText(metric, whole)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
