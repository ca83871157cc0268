import { type CallRow, type CallsQuery, callColumn } from "@/lib/contract/calls";
import { fieldPath } from "@/lib/contract/expression";
import { pickPaths } from "@/lib/json/pick";
import { DEFAULT_COLUMNS, type CallColumn, PAYLOAD_FIELDS, type PayloadColumn } from "./columns";

/** The parts of a call that a list returns: whole columns, and of some payloads only the values at some paths. */
export interface Choice {
  columns: ReadonlySet<CallColumn>;
  inside: ReadonlyMap<PayloadColumn, readonly string[][]>;
}

/** The columns that a query selects; a payload that is selected both whole and in parts is whole. */
export function choiceOf(query: CallsQuery): Choice {
  const columns = new Set<CallColumn>(query.columns ? [] : DEFAULT_COLUMNS);
  const inside = new Map<PayloadColumn, string[][]>();
  for (const selected of query.columns ?? []) {
    const [column, ...path] = fieldPath(selected) ?? [];
    const payload = PAYLOAD_FIELDS.find((name) => name === column);
    const whole = callColumn.options.find((name) => name === selected);
    if (whole) columns.add(whole);
    else if (payload) inside.set(payload, [...(inside.get(payload) ?? []), path]);
  }
  for (const column of inside.keys()) {
    if (columns.has(column)) inside.delete(column);
    columns.add(column);
  }
  if (query.include_storage_size) columns.add("storage_size_bytes");
  if (query.include_total_storage_size) columns.add("total_storage_size_bytes");
  if (query.include_overview) columns.add("overview");
  return { columns, inside };
}

/** Keeps the selected columns: an overview is built from columns that may not have been selected. */
export function pick(row: CallRow, { columns, inside }: Choice): CallRow {
  const picked: CallRow = columns.has("overview") ? { id: row.id } : { ...row };
  if (columns.has("overview")) for (const column of columns) copyField(picked, row, column);
  for (const [column, paths] of inside) {
    const payload = row[column];
    if (payload) picked[column] = pickPaths(payload, paths);
  }
  return picked;
}

function copyField<Column extends CallColumn>(to: CallRow, from: CallRow, column: Column): void {
  to[column] = from[column];
}
