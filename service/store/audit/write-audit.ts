import type { Connection } from "@/service/store/connections/database";
import { toStorableText } from "@/lib/json/decode";
import type { AuditEnd, NewAuditRecord } from "./audit-store";

const ADD = `
  insert into audit_records (id, kind, action, project_id, owner, key_id, address, request_id, target, status, outcome,
    result, ended_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::smallint, $11::text, $12,
    case when $10::smallint is not null then clock_timestamp() end)`;

// The outcome may be lost when the server stops, the record before it may not: so only that is waited for.
const END = `
  update audit_records r set status = $2::smallint, outcome = $3, result = $4, ended_at = clock_timestamp(),
    project_id = coalesce(r.project_id, $5)
  from (select set_config('synchronous_commit', 'off', true)) as unsynced
  where r.id = $1 and r.ended_at is null`;

/** Adds a record; on disk when it resolves. With `end`, of a request that was refused before it began. */
export async function addAudit(connection: Connection, record: NewAuditRecord, end?: AuditEnd): Promise<void> {
  await connection.query({ name: "add-audit", text: ADD }, [
    record.id,
    record.kind,
    record.action,
    storable(record.project_id ?? end?.project_id),
    storable(record.owner),
    record.key_id ?? null,
    record.address ?? null,
    record.request_id ?? null,
    JSON.stringify(record.target),
    end?.status ?? null,
    end?.outcome ?? null,
    JSON.stringify(end?.result ?? {}),
  ]);
}

/** Completes a record; one that is complete stays as it is. */
export async function endAudit(connection: Connection, id: string, end: AuditEnd): Promise<void> {
  await connection.query({ name: "end-audit", text: END }, [
    id,
    end.status,
    end.outcome,
    JSON.stringify(end.result),
    storable(end.project_id),
  ]);
}

const storable = (text: string | undefined) => (text === undefined ? null : toStorableText(text));
