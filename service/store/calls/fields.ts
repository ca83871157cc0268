import { toStorableText } from "@/lib/json/decode";
import { plainText, preview } from "@/lib/json/plain";
import type { JsonText } from "@/lib/json/text";
import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { PREVIEW_CHARS } from "@/lib/contract/limits";
import type { CallWrite } from "./call-write";
import { PAYLOAD_FIELDS, type PayloadColumn } from "./columns";

/** The fields of a call that merge as one, in the order of their bits in `ranks`; new ones must be appended. */
export const MERGED_FIELDS = [
  "parent_id",
  "op_name",
  "display_name",
  "thread_id",
  "turn_id",
  "started_at",
  "ended_at",
  "exception",
  "attributes",
  "inputs",
  "output",
  "summary",
  "ext_user_id",
  "ext_run_id",
  "ext_run_step",
  "ext_run_step_end",
  "kind",
  "model",
  "usage",
  "dropped",
  "user_id",
  "response_id",
  "stated_cost",
  "service_tier",
] as const satisfies (keyof CallWrite)[];
export type MergedField = (typeof MERGED_FIELDS)[number];

/** A column that a field fills, as text that PostgreSQL casts to `type`. */
export interface StoredColumn {
  field: MergedField;
  name: string;
  type: "text" | "timestamptz" | "bigint" | "double precision";
  value: (write: CallWrite) => string | undefined;
}

type PlainField = Exclude<MergedField, "usage" | "stated_cost" | PayloadColumn>;

function plain(field: PlainField, type: StoredColumn["type"] = "text"): StoredColumn {
  return { field, name: field, type, value: (write) => storable(write[field]) };
}

function tokens(count: (typeof TOKEN_COUNTS)[number]): StoredColumn {
  return { field: "usage", name: count, type: "double precision", value: ({ usage }) => usage?.[count]?.toString() };
}

function amount(part: "total" | "input" | "output", name: string): StoredColumn {
  return {
    field: "stated_cost",
    name,
    type: "double precision",
    value: ({ stated_cost }) => stated_cost?.[part]?.toString(),
  };
}

const previewOf = (json: JsonText | undefined, side: "input" | "output") => json && preview(json, PREVIEW_CHARS, side);

/** Columns of `calls` that a write merges: everything that lists show and sort by, and no payloads. */
export const MERGED_CALL_COLUMNS: readonly StoredColumn[] = [
  plain("parent_id"),
  plain("op_name"),
  plain("display_name"),
  plain("thread_id"),
  plain("turn_id"),
  plain("started_at", "timestamptz"),
  plain("ended_at", "timestamptz"),
  plain("exception"),
  plain("ext_user_id"),
  plain("user_id"),
  plain("ext_run_id"),
  plain("ext_run_step", "bigint"),
  plain("ext_run_step_end", "bigint"),
  plain("kind"),
  plain("model"),
  ...TOKEN_COUNTS.map(tokens),
  plain("service_tier"),
  plain("response_id"),
  amount("total", "stated_cost"),
  amount("input", "stated_input_cost"),
  amount("output", "stated_output_cost"),
  { field: "stated_cost", name: "cost_source", type: "text", value: ({ stated_cost }) => stated_cost?.source },
  plain("dropped", "bigint"),
  { field: "inputs", name: "input_preview", type: "text", value: ({ inputs }) => previewOf(inputs, "input") },
  { field: "output", name: "output_preview", type: "text", value: ({ output }) => previewOf(output, "output") },
];

/**
 * Columns of `call_payloads` that a write merges: JSON exactly as sent, and the searchable text if escapes make it
 * differ.
 */
export const MERGED_PAYLOAD_COLUMNS: readonly StoredColumn[] = PAYLOAD_FIELDS.flatMap((field): StoredColumn[] => [
  { field, name: field, type: "text", value: (write) => write[field]?.text },
  { field, name: `${field}_text`, type: "text", value: (write) => write[field] && plainText(write[field]) },
]);

/** Whether a write has a field that `call_payloads` holds. */
export function hasPayload(write: CallWrite): boolean {
  return PAYLOAD_FIELDS.some((field) => write[field] !== undefined);
}

/** PostgreSQL text cannot hold NUL, and one such value would fail the whole batch. */
function storable(value: string | number | undefined): string | undefined {
  return typeof value === "string" ? toStorableText(value) : value?.toString();
}
