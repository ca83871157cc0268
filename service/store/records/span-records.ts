import { createHash } from "node:crypto";
import { v7 as uuidV7 } from "uuid";
import { SPAN_RECORD_MINUTES, SPAN_RECORDS_KEPT } from "@/lib/contract/limits";
import { toStorableText } from "@/lib/json/decode";
import type { Database } from "@/service/store/connections/database";
import { maskRecords } from "@/service/store/masking/mask-writes";
import { ensureProjects } from "@/service/store/projects/projects";
import { requiredText } from "@/service/store/sql/row";
import type { SpanRecord } from "./records-store";

const MINUTE_MS = 60_000;

const INSERT = {
  name: "add_span_records",
  text: `
  insert into span_records (project_id, trace_id, span_id, digest, id, event, received_at)
  select $1::text, trace_id, span_id, digest, id::uuid, event, $2::timestamptz
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as sent (trace_id, span_id, digest, id, event)
  on conflict (project_id, span_id, digest) do nothing`,
};

const TRIM = {
  name: "trim_span_records",
  text: `
  delete from span_records r where r.project_id = $1 and (r.received_at < $2::timestamptz or r.id <= (
    select newest.id from span_records newest where newest.project_id = $1
    order by newest.id desc offset $3 limit 1))`,
};

/** Stores records of spans, and deletes those that are too old or beyond what is kept of a project. */
export async function addSpanRecords(
  database: Database,
  projectId: string,
  records: readonly SpanRecord[],
): Promise<void> {
  await ensureProjects(database, new Set([projectId]));
  // Sorted, so that two batches lock records that both have in the same order.
  const rows = (await maskRecords(database, projectId, records))
    .map(({ event, ...span }) => ({ ...span, event: toStorableText(event), id: uuidV7() }))
    .map((row) => ({ ...row, digest: createHash("sha256").update(`${row.trace_id}${row.event}`).digest("hex") }))
    .toSorted((a, b) => (a.span_id + a.digest < b.span_id + b.digest ? -1 : 1));
  const now = Date.now();
  await database.transaction(async (connection) => {
    await connection.query(INSERT, [
      projectId,
      new Date(now).toISOString(),
      rows.map((row) => row.trace_id),
      rows.map((row) => row.span_id),
      rows.map((row) => row.digest),
      rows.map((row) => row.id),
      rows.map((row) => row.event),
    ]);
    const oldest = new Date(now - SPAN_RECORD_MINUTES * MINUTE_MS).toISOString();
    await connection.query(TRIM, [projectId, oldest, SPAN_RECORDS_KEPT]);
  });
}

/** Which of these spans have records and are stored as calls. */
export async function spansWithRecords(
  database: Database,
  projectId: string,
  spanIds: readonly string[],
): Promise<string[]> {
  const rows = await database.query(
    {
      name: "spans_with_records",
      text: `select distinct r.span_id from span_records r
        where r.project_id = $1 and r.span_id = any($2::text[]) and exists (
          select from calls c where c.project_id = $1 and c.id = r.span_id and c.trace_id = r.trace_id and c.visible)`,
    },
    [projectId, spanIds],
  );
  return rows.map((row) => requiredText(row, "span_id"));
}

/** The attributes of those of these spans that are stored with events, by span. */
export async function attributesWithEvents(
  database: Database,
  projectId: string,
  spanIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query(
    {
      name: "attributes_with_events",
      text: `select p.id, p.attributes from call_payloads p
        where p.project_id = $1 and p.id = any($2::text[]) and p.attributes like '%"events":[%'`,
    },
    [projectId, spanIds],
  );
  return new Map(rows.map((row) => [requiredText(row, "id"), requiredText(row, "attributes")]));
}

/** The records of a span in the order of arrival. */
export async function readSpanRecords(
  database: Database,
  projectId: string,
  traceId: string,
  spanId: string,
): Promise<string[]> {
  const rows = await database.query(
    `select r.event from span_records r
     where r.project_id = $1 and r.trace_id = $2 and r.span_id = $3 order by r.id`,
    [projectId, traceId, spanId],
  );
  return rows.map((row) => requiredText(row, "event"));
}
