import type { DataColumns } from "@/components/data-table/column";
import { Timestamp } from "@/components/ui/timestamp";
import { preview } from "@/lib/json/plain";
import type { TrainingEvent } from "@/lib/contract/training";
import { formatCount } from "@/lib/format/number";
import { metricWords } from "@/lib/training/metric-words";
import { readMetrics } from "@/lib/training/metrics";

const previewChars = 300;

export const eventColumns: DataColumns<TrainingEvent> = [
  {
    id: "at",
    header: "Time",
    cell: (row) => <Timestamp at={row.created_at} style="clock-ms" />,
    size: 110,
    meta: { raised: true, phone: { line: 1 } },
  },
  {
    id: "type",
    header: "Event",
    cell: (row) => <bdi title={row.type}>{row.type}</bdi>,
    size: 150,
    enableHiding: false,
    meta: { primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "step",
    header: "Step",
    cell: (row) => formatCount(readMetrics(row)?.step),
    size: 70,
    meta: { align: "end" },
  },
  {
    id: "data",
    header: "Details",
    cell: (row) => <bdi className="text-muted">{eventText(row)}</bdi>,
    size: 400,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
];

function eventText({ type, data }: TrainingEvent): string {
  const metrics = type === "gradient_step" ? metricWords(data) : "";
  return metrics === "" ? preview(data, previewChars) : metrics;
}
