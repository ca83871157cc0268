import type { CallRow } from "@/lib/contract/calls";
import { JsonText, toJsonText, writeJson, writeJsonLine } from "@/lib/json/text";
import { feedbackPlaces } from "@/lib/contract/feedback-field";
import { feedbackValues } from "@/lib/feedback/feedback-values";
import { fieldAt, isValuePath } from "@/lib/filter/fields";
import { csvLine, csvText } from "@/lib/format/csv";
import { feedbackWords } from "@/lib/format/feedback-words";
import type { JsonNode } from "@/lib/json/node";
import { valueAt } from "./value-at";
import { sentSummary } from "./weave-summary";

/** One value of a call in an export: JSON as it was sent, or none. */
type Value = JsonText | undefined;

interface ExportField {
  name: string;
  /** Column of `/calls/stream_query` that it needs in addition to the overview. */
  column?: string;
  read: (row: CallRow) => Value;
  /** The text in CSV, for what is not JSON there. */
  text?: (row: CallRow) => string;
  /** Whether only CSV has it. */
  isCsvOnly?: boolean;
}

const json = (value: string | number | undefined): Value => (value === undefined ? undefined : toJsonText(value));

/**
 * An amount for each currency, or for each source: in CSV the amount of the only one, in the order of the currencies if
 * there are several, since amounts of different currencies are not added up.
 */
function amountField(name: string, amountsOf: (row: CallRow) => Record<string, number> | undefined): ExportField {
  return {
    name,
    read: (row) => {
      const amounts = amountsOf(row);
      return amounts && toJsonText(amounts);
    },
    text: (row) => Object.values(amountsOf(row) ?? {}).join("; "),
  };
}

/** A preview, and the id of the call that it is from if that is another one. */
function previewFields(side: "input" | "output"): readonly ExportField[] {
  return [
    { name: `${side}_preview`, read: ({ overview }) => json(overview?.[`${side}_preview`]) },
    { name: `${side}_preview_from`, read: ({ overview }) => json(overview?.borrowed?.[side]) },
  ];
}

/** The names of the list's columns in an export, and their values. */
const FIELDS: Readonly<Record<string, readonly ExportField[]>> = {
  id: [{ name: "id", read: ({ id }) => json(id) }],
  status: [{ name: "status", read: ({ overview }) => json(overview?.status) }],
  name: [
    { name: "op_name", column: "op_name", read: ({ op_name: op }) => json(op) },
    { name: "display_name", column: "display_name", read: ({ display_name: name }) => json(name) },
  ],
  started: [{ name: "started_at", column: "started_at", read: ({ started_at: at }) => json(at) }],
  latency: [{ name: "latency_ms", read: ({ overview }) => json(overview?.latency_ms) }],
  tokens: [
    { name: "prompt_tokens", read: (row) => json(usageOf(row)?.prompt_tokens) },
    { name: "completion_tokens", read: (row) => json(usageOf(row)?.completion_tokens) },
    { name: "total_tokens", read: (row) => json(usageOf(row)?.total_tokens) },
  ],
  cost: [
    amountField("total_cost", ({ overview }) => overview?.total_cost),
    {
      name: "currency",
      isCsvOnly: true,
      read: () => undefined,
      text: ({ overview }) => Object.keys(overview?.total_cost ?? {}).join("; "),
    },
    amountField("stated_costs", ({ overview }) => overview?.stated_costs),
    amountField("priced_cost", ({ overview }) => overview?.priced_cost),
    { name: "unpriced_calls", read: ({ overview }) => json(overview?.unpriced) },
  ],
  feedback: [
    {
      name: "feedback",
      read: ({ feedback }) => feedback && new JsonText(`[${feedback.map((record) => writeJson(record)).join(",")}]`),
      text: ({ feedback = [] }) =>
        feedback.map(({ feedback_type: type, payload }) => feedbackWords(type, payload)).join("; "),
    },
  ],
  model: [{ name: "model", read: ({ overview }) => json(overview?.model) }],
  kind: [{ name: "kind", read: ({ overview }) => json(overview?.kind) }],
  user: [{ name: "user_id", read: ({ overview }) => json(overview?.user_id) }],
  thread: [{ name: "thread_id", column: "thread_id", read: ({ thread_id: id }) => json(id) }],
  input: previewFields("input"),
  output: previewFields("output"),
  preview: [
    ...previewFields("input"),
    ...previewFields("output"),
    { name: "exception", column: "exception", read: ({ exception }) => json(exception) },
  ],
};

/** All fields of a call, for an export with everything as a table. */
const WHOLE: readonly ExportField[] = [
  ...["id", "name", "status", "kind", "model", "user", "started"].flatMap((id) => FIELDS[id] ?? []),
  { name: "ended_at", column: "ended_at", read: ({ ended_at: at }) => json(at) },
  ...["latency", "tokens", "cost"].flatMap((id) => FIELDS[id] ?? []),
  { name: "trace_id", column: "trace_id", read: ({ trace_id: id }) => json(id) },
  { name: "parent_id", column: "parent_id", read: ({ parent_id: id }) => json(id) },
  ...(FIELDS.thread ?? []),
  { name: "turn_id", column: "turn_id", read: ({ turn_id: id }) => json(id) },
  { name: "recorded_by", column: "ext_user_id", read: ({ ext_user_id: id }) => json(id) },
  { name: "exception", column: "exception", read: ({ exception }) => json(exception) },
  { name: "inputs", column: "inputs", read: ({ inputs }) => inputs },
  { name: "output", column: "output", read: ({ output }) => output },
  { name: "attributes", column: "attributes", read: ({ attributes }) => attributes },
  { name: "summary", column: "summary", read: ({ summary }) => sentSummary(summary) },
];

/** The fields of an export: everything, or the columns that are shown (an attribute or a payload's path is a separate field). */
export function exportFields(columns: readonly string[] | "all"): ExportField[] {
  const all = columns === "all" ? WHOLE : [...(FIELDS.id ?? []), ...columns.flatMap(fieldsOf)];
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

function fieldsOf(id: string): readonly ExportField[] {
  const isFeedback = feedbackPlaces(id) !== undefined;
  // The latest value, as the list shows.
  if (isFeedback) return [{ name: id, read: ({ feedback = [] }) => jsonTextOf(feedbackValues(feedback, id).at(-1)) }];
  if (!isValuePath(id)) return FIELDS[id] ?? [];
  return [{ name: fieldAt(id)?.name ?? id, column: id, read: (row) => jsonOf(row, id) }];
}

function jsonOf(row: CallRow, path: string): Value {
  return jsonTextOf(valueAt(row, path));
}

const jsonTextOf = (node: JsonNode | undefined): Value => node && new JsonText(node.raw);

/** Whether an export with these columns needs the feedback on its calls. */
export function needsFeedback(columns: readonly string[] | "all"): boolean {
  return columns !== "all" && columns.some((id) => id === "feedback" || feedbackPlaces(id) !== undefined);
}

/** A call as a line of JSON, with fields in order, leaving out those without a value. */
export function jsonLine(fields: readonly ExportField[], row: CallRow): string {
  const written = fields.filter(({ isCsvOnly = false }) => !isCsvOnly);
  return writeJsonLine(Object.fromEntries(written.map(({ name, read }) => [name, read(row)])));
}

export function csvHead(fields: readonly ExportField[]): string {
  return csvLine(fields.map(({ name }) => csvText(name)));
}

/** A call as a line of CSV: strings and amounts as text, numbers with all digits, null as nothing, all else as JSON. */
export function csvRow(fields: readonly ExportField[], row: CallRow): string {
  return csvLine(fields.map(({ read, text }) => (text ? csvText(text(row)) : csvField(read(row)))));
}

function csvField(value: Value): string {
  if (!value || value.kind === "null") return "";
  if (value.kind === "string") return csvText(String(JSON.parse(value.text)));
  return value.kind === "number" ? value.text : csvText(value.text);
}

function usageOf({ overview }: CallRow) {
  return overview?.total_usage ?? overview?.usage;
}
