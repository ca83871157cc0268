import { type Call, type CallRow, callKind } from "@/lib/contract/calls";
import type { CallKind } from "@/lib/contract/call-kinds";
import { JsonText } from "@/lib/json/text";
import { type Row, optionalJson, optionalNumber, optionalText, requiredText } from "@/service/store/sql/row";

const EMPTY_OBJECT = new JsonText("{}");

/** A row of `calls`, with `call_payloads` if it was joined, as the interface defines it. */
export function readCallRow(row: Row): CallRow {
  return {
    id: requiredText(row, "id"),
    project_id: optionalText(row, "project_id"),
    op_name: optionalText(row, "op_name"),
    trace_id: optionalText(row, "trace_id"),
    started_at: optionalText(row, "started_at"),
    display_name: optionalText(row, "display_name"),
    parent_id: optionalText(row, "parent_id"),
    thread_id: optionalText(row, "thread_id"),
    turn_id: optionalText(row, "turn_id"),
    ended_at: optionalText(row, "ended_at"),
    exception: optionalText(row, "exception"),
    attributes: objectOf(row, "attributes"),
    inputs: objectOf(row, "inputs"),
    output: optionalJson(row, "output"),
    summary: optionalJson(row, "summary"),
    ext_user_id: optionalText(row, "ext_user_id"),
    ext_run_id: optionalText(row, "ext_run_id"),
    ext_run_step: optionalNumber(row, "ext_run_step"),
    ext_run_step_end: optionalNumber(row, "ext_run_step_end"),
    storage_size_bytes: optionalNumber(row, "storage_size_bytes"),
    total_storage_size_bytes: optionalNumber(row, "total_storage_size_bytes"),
  };
}

/** A row with every column selected. */
export function readCall(row: Row): Call {
  return {
    ...readCallRow(row),
    project_id: requiredText(row, "project_id"),
    op_name: requiredText(row, "op_name"),
    trace_id: requiredText(row, "trace_id"),
    started_at: requiredText(row, "started_at"),
    attributes: objectOf(row, "attributes") ?? EMPTY_OBJECT,
    inputs: objectOf(row, "inputs") ?? EMPTY_OBJECT,
  };
}

/** Required by the interface, so a call that was sent without it has an empty one; undefined if not selected. */
function objectOf(row: Row, column: "attributes" | "inputs"): JsonText | undefined {
  return optionalJson(row, column) ?? (column in row ? EMPTY_OBJECT : undefined);
}

/** A stored kind that a later version no longer supports is treated as none. */
export function readKind(row: Row): CallKind | undefined {
  return callKind.safeParse(row.kind).data;
}
