import type { DataColumns } from "@/components/data-table/column";
import { FeedbackGlance } from "@/components/ui/feedback-glance";
import { LightMarkdown } from "@/components/ui/light-markdown";
import { Quantity } from "@/components/ui/quantity";
import { statedClass } from "@/components/ui/stated-class";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { Thread, ThreadTotals } from "@/lib/contract/threads";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { exactCost } from "@/lib/format/stated-cost";
import { formatCount } from "@/lib/format/number";

/** The columns of the list of threads; a column's id is its sort key in the URL. `costDecimals` is of all costs listed. */
export const threadColumns = (costDecimals: number): DataColumns<Thread> => [
  {
    id: "thread",
    header: "Thread",
    cell: (row) => <bdi title={row.thread_id}>{row.thread_id}</bdi>,
    size: 220,
    enableHiding: false,
    meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "turns",
    header: "Turns",
    cell: (row) => formatCount(row.turn_count),
    size: 72,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  },
  {
    id: "updated",
    header: "Last active",
    cell: (row) => <RelativeTime at={row.last_updated} />,
    size: 108,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  },
  {
    id: "started",
    header: "Started",
    cell: (row) => <Timestamp at={row.start_time} />,
    size: 120,
    meta: { sort: "desc", raised: true },
  },
  {
    id: "p50",
    header: "Turn latency p50",
    cell: (row) => <Quantity parts={durationParts(row.p50_turn_duration_ms)} />,
    size: 124,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "p99",
    header: "Turn latency p99",
    cell: (row) => <Quantity parts={durationParts(row.p99_turn_duration_ms)} />,
    size: 124,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "tokens",
    header: "Tokens",
    cell: ({ totals }) => totals && formatCount(totals.usage?.total_tokens),
    size: 80,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "cost",
    header: "Cost",
    cell: (row) => <Cost totals={row.totals} decimals={costDecimals} />,
    size: 92,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  },
  {
    id: "failed",
    header: "Failed turns",
    cell: ({ totals }) => <Failures count={totals?.failed_turns} className="text-error" />,
    size: 96,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "failing",
    header: "With a failing step",
    cell: ({ totals }) => <Failures count={totals?.failing_turns} className="text-warning" />,
    size: 140,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "feedback",
    header: "Feedback",
    cell: ({ totals }) => totals && <FeedbackGlance records={totals.feedback} count={totals.feedback_count} />,
    size: 144,
    meta: { sort: "desc", raised: true },
  },
  {
    id: "first",
    header: "First input",
    cell: (row) => (
      <bdi className="text-muted">
        <LightMarkdown line={row.totals?.input_preview ?? ""} />
      </bdi>
    ),
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
];

function Failures({ count, className }: { count: number | undefined; className: string }) {
  return count ? <span className={className}>{formatCount(count)}</span> : undefined;
}

function Cost({ totals, decimals }: { totals: ThreadTotals | undefined; decimals: number }) {
  if (!totals) return undefined;
  const { total_cost: amounts = {}, unpriced = 0, unpriced_models: models = [] } = totals;
  const { stated_costs: bySource, priced_cost: atPrices = {} } = totals;
  const isKnown = Object.keys(amounts).length > 0;
  if (!isKnown && unpriced === 0) return <span className="text-faint">—</span>;
  const shown = formatAmounts(amounts, decimals);
  if (unpriced === 0) {
    return (
      <span title={exactCost(amounts, bySource && { bySource, atPrices })} className={bySource && statedClass}>
        {shown}
      </span>
    );
  }
  const excluded = models.length > 0 ? `${models.join(", ")} (no price)` : "calls without a model";
  return (
    <span title={`Excludes ${excluded}`} className="text-warning">
      {isKnown ? `${shown} +` : "no price"}
    </span>
  );
}
