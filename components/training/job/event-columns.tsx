import { columnsOf } from "@/components/data-table/column";
import { Timestamp } from "@/components/ui/timestamp";
import { preview } from "@/lib/json/plain";
import type { TrainingEvent } from "@/lib/contract/training";
import { formatCount } from "@/lib/format/number";
import { metricWords } from "@/lib/training/metric-words";
import { readMetrics } from "@/lib/training/metrics";

const column = columnsOf<TrainingEvent>();
const previewChars = 300;

/** The columns of the events of a job. */
export const eventColumns = column.columns([
  column.display({
    id: "at",
    header: "Time",
    cell: ({ row }) => <Timestamp at={row.original.created_at} style="clock-ms" />,
    size: 110,
    meta: { raised: true, phone: { line: 1 } },
  }),
  column.display({
    id: "type",
    header: "Event",
    cell: ({ row }) => <bdi title={row.original.type}>{row.original.type}</bdi>,
    size: 150,
    enableHiding: false,
    meta: { primary: true, phone: { line: 1, grow: true } },
  }),
  column.display({
    id: "step",
    header: "Step",
    cell: ({ row }) => formatCount(readMetrics(row.original)?.step),
    size: 70,
    meta: { align: "end" },
  }),
  column.display({
    id: "data",
    header: "Message",
    cell: ({ row }) => <bdi className="text-muted">{saidWords(row.original)}</bdi>,
    size: 400,
    meta: { grow: true, phone: { line: 2, grow: true } },
  }),
]);

function saidWords({ type, data }: TrainingEvent): string {
  const metrics = type === "gradient_step" ? metricWords(data) : "";
  return metrics === "" ? preview(data, previewChars) : metrics;
}
