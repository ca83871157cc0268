import { columnsOf } from "@/components/data-table/column";
import { FeedbackGlance } from "@/components/ui/feedback-glance";
import { Quantity } from "@/components/ui/quantity";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import type { Thread } from "@/lib/contract/threads";
import { durationParts } from "@/lib/format/duration";
import { exactAmounts, formatAmounts } from "@/lib/format/money";
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

const column = columnsOf<ThreadRow>();

/** The columns of the list of threads; a column's id is its sort key in the URL. `costDecimals` is of all costs listed. */
export const threadColumns = (costDecimals: number) =>
  column.columns([
    column.display({
      id: "thread",
      header: "Thread",
      cell: ({ row }) => <bdi title={row.original.thread.thread_id}>{row.original.thread.thread_id}</bdi>,
      size: 220,
      enableHiding: false,
      meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
    }),
    column.display({
      id: "turns",
      header: "Turns",
      cell: ({ row }) => formatCount(row.original.thread.turn_count),
      size: 72,
      meta: { sort: "desc", align: "end", phone: { line: 1 } },
    }),
    column.display({
      id: "updated",
      header: "Last active",
      cell: ({ row }) => <RelativeTime at={row.original.thread.last_updated} />,
      size: 108,
      meta: { sort: "desc", phone: { line: 2 }, raised: true },
    }),
    column.display({
      id: "started",
      header: "Started",
      cell: ({ row }) => <Timestamp at={row.original.thread.start_time} />,
      size: 120,
      meta: { sort: "desc", raised: true },
    }),
    column.display({
      id: "p50",
      header: "Turn p50",
      cell: ({ row }) => <Quantity parts={durationParts(row.original.thread.p50_turn_duration_ms)} />,
      size: 92,
      meta: { sort: "desc", align: "end" },
    }),
    column.display({
      id: "p99",
      header: "Turn p99",
      cell: ({ row }) => <Quantity parts={durationParts(row.original.thread.p99_turn_duration_ms)} />,
      size: 92,
      meta: { sort: "desc", align: "end" },
    }),
    column.display({
      id: "tokens",
      header: "Tokens",
      cell: ({ row }) => {
        const { totals } = row.original;
        return totals && formatCount(totals.usage && totalTokens(totals.usage));
      },
      size: 80,
      meta: { align: "end" },
    }),
    column.display({
      id: "cost",
      header: "Cost",
      cell: ({ row }) => <Cost totals={row.original.totals} decimals={costDecimals} />,
      size: 92,
      meta: { align: "end", phone: { line: 1 } },
    }),
    column.display({
      id: "errors",
      header: "Errors",
      cell: ({ row }) => {
        const failed = row.original.totals?.failed;
        return failed ? <span className="text-error">{formatCount(failed)}</span> : undefined;
      },
      size: 68,
      meta: { align: "end" },
    }),
    column.display({
      id: "feedback",
      header: "Feedback",
      cell: ({ row }) => <FeedbackGlance records={row.original.feedback} />,
      size: 144,
      meta: { raised: true },
    }),
    column.display({
      id: "first",
      header: "First input",
      cell: ({ row }) => <bdi className="text-muted">{row.original.totals?.preview}</bdi>,
      size: 240,
      meta: { grow: true, phone: { line: 2, grow: true } },
    }),
  ]);

function Cost({ totals, decimals }: { totals: ThreadTotals | undefined; decimals: number }) {
  // Not loaded yet differs from empty.
  if (!totals) return undefined;
  if (!totals.cost) return <span className="text-faint">—</span>;
  const { amounts, unpriced } = totals.cost;
  const shown = formatAmounts(amounts, decimals);
  if (unpriced.size === 0) return <span title={exactAmounts(amounts)}>{shown}</span>;
  const isKnown = Object.keys(amounts).length > 0;
  return (
    <span title={`excludes ${[...unpriced].join(", ")}: no price`} className="text-warning">
      {isKnown ? `${shown} +` : "no price"}
    </span>
  );
}
