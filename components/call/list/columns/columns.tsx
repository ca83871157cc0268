import { columnsOf } from "@/components/data-table/column";
import { ModelDot } from "@/components/ui/model-colors";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallRow } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { formatCount } from "@/lib/format/number";

import { CallCost } from "./call-cost";
import { CallFeedback } from "./call-feedback";
import { FeedbackValue, fieldWords } from "./feedback-value";
import { InputOutput } from "./input-output";
import { Latency } from "./latency";
import { PayloadCell } from "./payload-cell";

const column = columnsOf<CallRow>();

/** The columns of the trace list; a column's id is its sort key in the URL. */
export const callColumns = column.columns([
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original } }) =>
      original.overview && (
        <StatusIcon status={original.overview.status} isStale={original.overview.stale} className="align-middle" />
      ),
    size: 64,
    meta: { sort: "asc", phone: { line: 1 }, raised: true },
  }),
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row }) => <bdi>{callName(row.original)}</bdi>,
    size: 220,
    enableHiding: false,
    meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
  }),
  column.display({
    id: "started",
    header: "Started",
    cell: ({ row }) => <Timestamp at={row.original.started_at} />,
    size: 120,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  }),
  column.display({
    id: "latency",
    header: "Latency",
    cell: ({ row }) => <Latency call={row.original} />,
    size: 88,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  }),
  column.display({
    id: "tokens",
    header: "Tokens",
    cell: ({ row }) => <Tokens call={row.original} />,
    size: 80,
    meta: { sort: "desc", align: "end" },
  }),
  column.display({
    id: "cost",
    header: "Cost",
    cell: ({ row }) => <CallCost id={row.original.id} />,
    size: 84,
    meta: { sort: "desc", align: "end", raised: true, phone: { line: 1 } },
  }),
  column.display({
    id: "model",
    header: "Model",
    cell: ({ row }) => row.original.overview?.model && <Model name={row.original.overview.model} />,
    size: 140,
    meta: { sort: "asc" },
  }),
  column.display({
    id: "kind",
    header: "Kind",
    cell: ({ row }) => row.original.overview?.kind,
    size: 88,
    meta: { sort: "asc", optional: true },
  }),
  column.display({
    id: "user",
    header: "User",
    cell: ({ row }) => <bdi title={row.original.overview?.user_id}>{row.original.overview?.user_id}</bdi>,
    size: 120,
    meta: { sort: "asc", optional: true },
  }),
  column.display({
    id: "thread",
    header: "Thread",
    cell: ({ row }) => <bdi title={row.original.thread_id}>{row.original.thread_id}</bdi>,
    size: 140,
    meta: { sort: "asc", optional: true },
  }),
  column.display({
    id: "feedback",
    header: "Feedback",
    cell: ({ row }) => <CallFeedback id={row.original.id} />,
    size: 144,
    meta: { sort: "desc", raised: true },
  }),
  column.display({
    id: "input",
    header: "Input",
    cell: ({ row }) => <bdi>{row.original.overview?.input_preview}</bdi>,
    size: 240,
    meta: { sort: "asc", optional: true },
  }),
  column.display({
    id: "output",
    header: "Output",
    cell: ({ row }) => <bdi>{row.original.overview?.output_preview}</bdi>,
    size: 240,
    meta: { sort: "asc", optional: true },
  }),
  column.display({
    id: "id",
    header: "Id",
    cell: ({ row }) => <code title={row.original.id}>{row.original.id}</code>,
    size: 160,
    meta: { sort: "asc", optional: true },
  }),
  column.display({
    id: "preview",
    header: "Input → output",
    cell: ({ row }) => <InputOutput call={row.original} />,
    size: 240,
    meta: { grow: true, phone: { line: 2, grow: true } },
  }),
]);

/** Columns of values inside payloads; a column's id is the path of its value, and its sort key. */
export function payloadColumns(paths: readonly string[]) {
  return column.columns(
    paths.map((path) =>
      column.display({
        id: path,
        header: path,
        cell: ({ row }) => <PayloadCell call={row.original} path={path} />,
        size: 180,
        meta: { sort: "asc", optional: true },
      }),
    ),
  );
}

/** Columns of feedback on calls; a column's id is the field of its value, and its sort key. */
export function feedbackColumns(fields: readonly string[]) {
  return column.columns(
    fields.map((field) =>
      column.display({
        id: field,
        header: fieldWords(field),
        cell: ({ row }) => <FeedbackValue id={row.original.id} field={field} />,
        size: 120,
        meta: { sort: "desc", optional: true, raised: true },
      }),
    ),
  );
}

/** Of a root the whole trace's tokens, of another call its own. */
function Tokens({ call }: { call: CallRow }) {
  const usage = call.overview?.total_usage ?? call.overview?.usage;
  const total = usage?.total_tokens ?? sum(usage?.prompt_tokens, usage?.completion_tokens);
  return <span className={total === undefined ? "text-faint" : undefined}>{formatCount(total)}</span>;
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

function Model({ name }: { name: string }) {
  return (
    <span title={name} className="inline-flex max-w-full items-center gap-1.5">
      <ModelDot model={name} />
      <span className="truncate">{name}</span>
    </span>
  );
}
