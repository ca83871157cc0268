import dynamic from "next/dynamic";

import type { DataColumns } from "@/components/data-table/column";
import { ModelDot } from "@/components/ui/model-colors";
import { StatusIcon } from "@/components/ui/status-icon";
import { Timestamp } from "@/components/ui/timestamp";
import type { CallRow } from "@/lib/contract/calls";
import { fieldAt } from "@/lib/filter/fields";
import { callName } from "@/lib/format/call-name";
import { formatCount } from "@/lib/format/number";

import { FeedbackValue, fieldWords } from "./feedback-value";
import { InputOutput, Preview } from "@/components/ui/input-output";
import { Latency } from "./latency";
import { PayloadCell } from "./payload-cell";

// Loaded with their data, which are read after the rows.
const CallCost = dynamic(async () => (await import("./call-cost")).CallCost, { ssr: false });
const CallFeedback = dynamic(async () => (await import("./call-feedback")).CallFeedback, { ssr: false });

/** The columns of the trace list; a column's id is its sort key in the URL. */
export const callColumns: DataColumns<CallRow> = [
  {
    id: "status",
    header: "Status",
    cell: (row) =>
      row.overview && <StatusIcon status={row.overview.status} isStale={row.overview.stale} className="align-middle" />,
    size: 64,
    meta: { sort: "asc", phone: { line: 1 }, raised: true },
  },
  {
    id: "name",
    header: "Name",
    cell: (row) => <bdi>{callName(row)}</bdi>,
    size: 160,
    enableHiding: false,
    meta: { sort: "asc", primary: true, phone: { line: 1, grow: true } },
  },
  {
    id: "started",
    header: "Started",
    cell: (row) => <Timestamp at={row.started_at} />,
    size: 128,
    meta: { sort: "desc", phone: { line: 2 }, raised: true },
  },
  {
    id: "preview",
    header: "Input → output",
    cell: (row) => <InputOutput call={row} />,
    size: 180,
    meta: { grow: true, phone: { line: 2, grow: true } },
  },
  {
    id: "user",
    header: "User",
    cell: (row) => <bdi title={row.overview?.user_id}>{row.overview?.user_id}</bdi>,
    size: 96,
    meta: { sort: "asc", optional: true },
  },
  {
    id: "thread",
    header: "Thread",
    cell: (row) => <bdi title={row.thread_id}>{row.thread_id}</bdi>,
    size: 96,
    meta: { sort: "asc", optional: true },
  },
  {
    id: "feedback",
    header: "Feedback",
    cell: (row) => <CallFeedback id={row.id} />,
    size: 110,
    meta: { sort: "desc", raised: true },
  },
  {
    id: "latency",
    header: "Latency",
    cell: (row) => <Latency call={row} />,
    size: 76,
    meta: { sort: "desc", align: "end", phone: { line: 1 } },
  },
  {
    id: "tokens",
    header: "Tokens",
    cell: (row) => <Tokens call={row} />,
    size: 72,
    meta: { sort: "desc", align: "end" },
  },
  {
    id: "cost",
    header: "Cost",
    cell: (row) => <CallCost id={row.id} />,
    size: 76,
    meta: { sort: "desc", align: "end", raised: true, phone: { line: 1 } },
  },
  {
    id: "model",
    header: "Model",
    cell: (row) => row.overview?.model && <Model name={row.overview.model} />,
    size: 140,
    meta: { sort: "asc" },
  },
  {
    id: "kind",
    header: "Kind",
    cell: (row) => row.overview?.kind,
    size: 88,
    meta: { sort: "asc", optional: true },
  },
  {
    id: "input",
    header: "Input",
    cell: (row) => <Preview call={row} side="input" />,
    size: 240,
    meta: { sort: "asc", optional: true },
  },
  {
    id: "output",
    header: "Output",
    cell: (row) => <Preview call={row} side="output" />,
    size: 240,
    meta: { sort: "asc", optional: true },
  },
  {
    id: "id",
    header: "ID",
    cell: (row) => <code title={row.id}>{row.id}</code>,
    size: 160,
    meta: { sort: "asc", optional: true },
  },
];

/** Columns of attributes and of values inside payloads; a column's id is the path of its value, and its sort key. */
export function payloadColumns(paths: readonly string[]): DataColumns<CallRow> {
  return paths.map((path) => ({
    id: path,
    header: fieldAt(path)?.name ?? path,
    cell: (row) => <PayloadCell call={row} path={path} />,
    size: 180,
    meta: { sort: "asc", optional: true },
  }));
}

/** Columns of feedback on calls; a column's id is the field of its value, and its sort key. */
export function feedbackColumns(fields: readonly string[]): DataColumns<CallRow> {
  return fields.map((field) => ({
    id: field,
    header: fieldWords(field),
    cell: (row) => <FeedbackValue id={row.id} field={field} />,
    size: 120,
    meta: { sort: "desc", optional: true, raised: true },
  }));
}

/** For a root the whole trace's tokens, for another call its own. */
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
