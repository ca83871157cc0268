import { type AuditFilter, type AuditQuery, type AuditRecord, auditRecord } from "@/lib/contract/audit";
import { AUDIT_KINDS, type AuditOutcome } from "@/lib/contract/audit-kinds";
import type { Database } from "@/service/store/connections/database";
import { readList, rowBatches } from "@/service/store/connections/row-batches";
import { pageOf } from "@/service/store/sql/page";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, optionalText, requiredText } from "@/service/store/sql/row";

const DEFAULT_RECORDS = 100;

const NEWEST_FIRST = "order by r.at desc, r.id desc";

/** A page of the records that a filter selects, newest first. An unknown `after_id` is followed by none. */
export async function queryAudit(
  database: Database,
  { after_id, limit, ...filter }: AuditQuery,
): Promise<{ records: AuditRecord[]; has_more: boolean }> {
  const parameters = new Parameters();
  const conditions = conditionsOf(filter, parameters);
  if (after_id)
    conditions.push(
      `(r.at, r.id) < (select a.at, a.id from audit_records a where a.id = ${parameters.add(after_id, "text")}::uuid)`,
    );
  const count = limit ?? DEFAULT_RECORDS;
  const rows = await database.scans.query(
    `${selectWhere(conditions)} ${NEWEST_FIRST} limit ${parameters.add(count + 1, "bigint")}`,
    parameters.values,
  );
  const { data, has_more } = pageOf(rows, count, readRecord);
  return { records: data, has_more };
}

/** All records that a filter selects, newest first, in batches. */
export async function* exportAudit(
  database: Database,
  filter: AuditFilter,
  signal: AbortSignal,
): AsyncGenerator<AuditRecord[]> {
  const parameters = new Parameters();
  const text = `${selectWhere(conditionsOf(filter, parameters))} ${NEWEST_FIRST}`;
  const listing = { text, values: parameters.values, wide: false, limit: undefined };
  yield* readList(database, listing, signal, async function* (connection) {
    for await (const rows of rowBatches(connection, listing)) yield rows.map(readRecord);
  });
}

const selectWhere = (conditions: readonly string[]) =>
  `select r.* from audit_records r ${conditions.length > 0 ? `where ${conditions.join(" and ")}` : ""}`;

const OUTCOMES: Record<AuditOutcome, string> = {
  done: "r.status < 400",
  refused: "(r.status >= 400 and r.status < 500)",
  failed: "r.status >= 500",
  unknown: "r.status is null",
};

function conditionsOf(filter: AuditFilter, parameters: Parameters): string[] {
  const { project_id, owner, actions, kinds, outcomes, request_id, start, end } = filter;
  return [
    ...(project_id ? [`r.project_id = any(${parameters.add(patternsOf(project_id), "text[]")})`] : []),
    ...(owner ? [ownedBy(parameters.add(owner, "text"))] : []),
    ...(actions ? [`r.action = any(${parameters.add(actions, "text[]")})`] : []),
    ...(kinds ? [`r.kind = any(${parameters.add(kinds, "text[]")})`] : []),
    ...(outcomes ? [`(${outcomes.map((outcome) => OUTCOMES[outcome]).join(" or ") || "false"})`] : []),
    ...(request_id ? [`r.request_id = ${parameters.add(request_id, "text")}`] : []),
    ...(start ? [`r.at >= ${parameters.add(start, "timestamptz")}`] : []),
    ...(end ? [`r.at < ${parameters.add(end, "timestamptz")}`] : []),
  ];
}

/** A project, and the patterns that match it: roles on them are roles on the project. */
const patternsOf = (project: string) => [project, `${project.split("/")[0]}/*`, "*"];

function readRecord(row: Row): AuditRecord {
  return {
    id: requiredText(row, "id"),
    at: requiredText(row, "at"),
    kind: AUDIT_KINDS.find((kind) => kind === row.kind) ?? "change",
    action: requiredText(row, "action"),
    project_id: optionalText(row, "project_id"),
    owner: optionalText(row, "owner"),
    key_id: optionalText(row, "key_id"),
    address: optionalText(row, "address"),
    request_id: optionalText(row, "request_id"),
    target: readDetails(row, "target"),
    result: readDetails(row, "result"),
    status: optionalNumber(row, "status"),
    outcome: optionalText(row, "outcome"),
    ended_at: optionalText(row, "ended_at"),
  };
}

const readDetails = (row: Row, column: "target" | "result") =>
  auditRecord.shape[column].parse(JSON.parse(requiredText(row, column)));

/** Whether a text is in the owner of a record, or in the name of the person whose it is. */
function ownedBy(text: string): string {
  const hasText = (column: string) => `strpos(loupe_fold(${column}), loupe_fold(${text})) > 0`;
  return `(${hasText("r.owner")} or r.owner in (select p.owner from people p where ${hasText("p.name")}))`;
}
