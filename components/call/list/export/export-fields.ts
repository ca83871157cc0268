import type { CallRow } from "@/lib/contract/calls";
import { JsonText, toJsonText, writeJson } from "@/lib/json/text";
import { isPayloadPath } from "@/lib/filter/fields";
import { csvLine, csvText } from "@/lib/format/csv";
import { sentSummary } from "@/lib/trace/weave-summary";

import { valueAt } from "../columns/payload-cell";

/** One value of a call in an export: JSON as it was sent, or nothing. */
type Value = JsonText | undefined;

interface ExportField {
  name: string;
  /** Column of `/calls/stream_query` that it needs, beside the overview. */
  column?: string;
  of: (row: CallRow) => Value;
}

const json = (value: string | number | undefined): Value => (value === undefined ? undefined : toJsonText(value));

/** What an export calls the list's columns, and what it writes for them. */
const FIELDS: Readonly<Record<string, readonly ExportField[]>> = {
  id: [{ name: "id", of: ({ id }) => json(id) }],
  status: [{ name: "status", of: ({ overview }) => json(overview?.status) }],
  name: [
    { name: "op_name", column: "op_name", of: ({ op_name: op }) => json(op) },
    { name: "display_name", column: "display_name", of: ({ display_name: name }) => json(name) },
  ],
  started: [{ name: "started_at", column: "started_at", of: ({ started_at: at }) => json(at) }],
  latency: [{ name: "latency_ms", of: ({ overview }) => json(overview?.latency_ms) }],
  tokens: [
    { name: "prompt_tokens", of: (row) => json(usageOf(row)?.prompt_tokens) },
    { name: "completion_tokens", of: (row) => json(usageOf(row)?.completion_tokens) },
    { name: "total_tokens", of: (row) => json(usageOf(row)?.total_tokens) },
  ],
  cost: [
    { name: "total_cost", of: ({ overview }) => overview?.total_cost && toJsonText(overview.total_cost) },
    { name: "unpriced_calls", of: ({ overview }) => json(overview?.unpriced) },
  ],
  model: [{ name: "model", of: ({ overview }) => json(overview?.model) }],
  kind: [{ name: "kind", of: ({ overview }) => json(overview?.kind) }],
  user: [{ name: "user_id", of: ({ overview }) => json(overview?.user_id) }],
  thread: [{ name: "thread_id", column: "thread_id", of: ({ thread_id: id }) => json(id) }],
  input: [{ name: "input_preview", of: ({ overview }) => json(overview?.input_preview) }],
  output: [{ name: "output_preview", of: ({ overview }) => json(overview?.output_preview) }],
  preview: [
    { name: "input_preview", of: ({ overview }) => json(overview?.input_preview) },
    { name: "output_preview", of: ({ overview }) => json(overview?.output_preview) },
    { name: "exception", column: "exception", of: ({ exception }) => json(exception) },
  ],
};

/** All fields of a call, for an export with everything as a table. */
const WHOLE: readonly ExportField[] = [
  ...["id", "name", "status", "kind", "model", "user", "started"].flatMap((id) => FIELDS[id] ?? []),
  { name: "ended_at", column: "ended_at", of: ({ ended_at: at }) => json(at) },
  ...["latency", "tokens", "cost"].flatMap((id) => FIELDS[id] ?? []),
  { name: "trace_id", column: "trace_id", of: ({ trace_id: id }) => json(id) },
  { name: "parent_id", column: "parent_id", of: ({ parent_id: id }) => json(id) },
  ...(FIELDS.thread ?? []),
  { name: "turn_id", column: "turn_id", of: ({ turn_id: id }) => json(id) },
  { name: "recorded_by", column: "ext_user_id", of: ({ ext_user_id: id }) => json(id) },
  { name: "exception", column: "exception", of: ({ exception }) => json(exception) },
  { name: "inputs", column: "inputs", of: ({ inputs }) => inputs },
  { name: "output", column: "output", of: ({ output }) => output },
  { name: "attributes", column: "attributes", of: ({ attributes }) => attributes },
  { name: "summary", column: "summary", of: ({ summary }) => sentSummary(summary) },
];

/** The fields of an export: everything, or the columns that are shown (a payload's path is one of its own). */
export function exportFields(columns: readonly string[] | "all"): ExportField[] {
  const all = columns === "all" ? WHOLE : [...(FIELDS.id ?? []), ...columns.flatMap(fieldsOf)];
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

function fieldsOf(id: string): readonly ExportField[] {
  if (!isPayloadPath(id)) return FIELDS[id] ?? [];
  return [{ name: id, column: id, of: (row) => jsonOf(row, id) }];
}

function jsonOf(row: CallRow, path: string): Value {
  const node = valueAt(row, path);
  return node && new JsonText(node.raw);
}

/** A call as a line of JSON, fields in order, those without a value left out. */
export function jsonLine(fields: readonly ExportField[], row: CallRow): string {
  return `${writeJson(Object.fromEntries(fields.map(({ name, of }) => [name, of(row)])))}\n`;
}

export function csvHead(fields: readonly ExportField[]): string {
  return csvLine(fields.map(({ name }) => csvText(name)));
}

/** A call as a line of CSV: texts as they are, numbers digit by digit, everything else as JSON. */
export function csvRow(fields: readonly ExportField[], row: CallRow): string {
  return csvLine(fields.map(({ of }) => csvField(of(row))));
}

function csvField(value: Value): string {
  if (!value) return "";
  if (value.kind === "string") return csvText(String(JSON.parse(value.text)));
  return value.kind === "number" ? value.text : csvText(value.text);
}

function usageOf({ overview }: CallRow) {
  return overview?.total_usage ?? overview?.usage;
}
