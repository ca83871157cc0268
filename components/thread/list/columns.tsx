import type { DataColumns } from "@/components/data-table/column";
import { FeedbackGlance } from "@/components/ui/feedback-glance";
import { Quantity } from "@/components/ui/quantity";
import { statedClass } from "@/components/ui/stated-class";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { Thread } from "@/lib/contract/threads";
import { durationParts } from "@/lib/format/duration";
import { formatAmounts } from "@/lib/format/money";
import { exactCost } from "@/lib/format/stated-cost";
import { formatCount } from "@/lib/format/number";
import type { FeedbackInThread } from "@/lib/queries/threads";
import type { ThreadTotals } from "@/lib/trace/thread-totals";
import { totalTokens } from "@/lib/trace/usage";

/** A thread, with the totals of its calls once they are read. */
export interface ThreadRow {
  thread: Thread;
  totals: ThreadTotals | undefined;
  feedback: readonly FeedbackInThread[];
}

/** The columns of the list of threads; a column's id is its sort key in the URL. `costDecimals` is of all costs listed. */
export const threadColumns = (costDecimals: number): DataColumns<ThreadRow> => [
  {
    id: "thread",
    header: "Thread",
    cell: (row) => <bdi title={row.thread.thread_id}>{row.thread.thread_id}</bdi>,
    size: 220,
    enableHiding: false,
    meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "turns",
    header: "Turns",
    cell: (row) => formatCount(row.thread.turn_count),
    size: 72,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  },
  {
    id: "updated",
    header: "Last active",
    cell: (row) => <RelativeTime at={row.thread.last_updated} />,
    size: 108,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  },
  {
    id: "started",
    header: "Started",
    cell: (row) => <Timestamp at={row.thread.start_time} />,
    size: 120,
    meta: { sort: "desc", raised: true },
  },
  {
    id: "p50",
    header: "Turn latency p50",
    cell: (row) => <Quantity parts={durationParts(row.thread.p50_turn_duration_ms)} />,
    size: 124,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "p99",
    header: "Turn latency p99",
    cell: (row) => <Quantity parts={durationParts(row.thread.p99_turn_duration_ms)} />,
    size: 124,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "tokens",
    header: "Tokens",
    cell: (row) => {
      const { totals } = row;
      return totals && formatCount(totals.usage && totalTokens(totals.usage));
    },
    size: 80,
    meta: { align: "end" },
  },
  {
    id: "cost",
    header: "Cost",
    cell: (row) => <Cost totals={row.totals} decimals={costDecimals} />,
    size: 92,
    meta: { align: "end", phone: { line: 1 } },
  },
  {
    id: "errors",
    header: "Errors",
    cell: (row) => {
      const failed = row.totals?.failed;
      return failed ? <span className="text-error">{formatCount(failed)}</span> : undefined;
    },
    size: 68,
    meta: { align: "end" },
  },
  {
    id: "feedback",
    header: "Feedback",
    cell: (row) => <FeedbackGlance records={row.feedback} />,
    size: 144,
    meta: { raised: true },
  },
  {
    id: "first",
    header: "First input",
    cell: (row) => <bdi className="text-muted">{row.totals?.preview}</bdi>,
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
];

function Cost({ totals, decimals }: { totals: ThreadTotals | undefined; decimals: number }) {
  // Totals that are not loaded yet differ from empty ones.
  if (!totals) return undefined;
  if (!totals.cost) return <span className="text-faint">—</span>;
  const { amounts, unpriced, stated } = totals.cost;
  const shown = formatAmounts(amounts, decimals);
  if (unpriced.size === 0) {
    return (
      <span title={exactCost(amounts, stated)} className={stated && statedClass}>
        {shown}
      </span>
    );
  }
  const isKnown = Object.keys(amounts).length > 0;
  return (
    <span title={`Excludes ${[...unpriced].join(", ")} (no price)`} className="text-warning">
      {isKnown ? `${shown} +` : "no price"}
    </span>
  );
}
