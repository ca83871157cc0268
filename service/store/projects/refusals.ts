import { toStorableText } from "@/lib/json/decode";
import { NAME_CHARS, REFUSALS_KEPT } from "@/lib/contract/limits";
import { type Refusal, refusal } from "@/lib/contract/projects";
import { v7 as uuidV7 } from "uuid";
import type { Database } from "@/service/store/connections/database";
import { maskRefusals } from "@/service/store/masking/mask-writes";
import { writtenCounts } from "@/service/store/operations/written-counts";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { type Row, optionalNumber, optionalText, requiredText } from "@/service/store/sql/row";
import { byProject } from "./by-project";
import type { NewRefusal } from "./projects-store";

const REASON_CHARS = 2000;

/** Masks and counts all refusals, and stores the newest of each project. */
export async function recordRefusals(database: Database, refusals: readonly NewRefusal[]): Promise<void> {
  writtenCounts(database).refused += refusals.length;
  await storeRefusals(database, await maskRefusals(database, refusals));
}

async function storeRefusals(database: Database, refusals: readonly NewRefusal[]): Promise<void> {
  const valid = refusals.filter(({ project_id }) => !oversizedName({ project_id }));
  if (valid.length === 0) return;
  await database.transaction(async (connection) => {
    for (const [projectId, ofProject] of byProject(valid, ({ project_id }) => project_id)) {
      const latest = ofProject.slice(-REFUSALS_KEPT);
      await connection.query(COUNT, [projectId, ofProject.length]);
      await connection.query(INSERT, [
        projectId,
        // Time-ordered ids, so that items of one batch keep their order.
        latest.map(() => uuidV7()),
        latest.map(({ source }) => source),
        latest.map(({ call_id }) => call_id && cut(call_id, NAME_CHARS)),
        latest.map(({ reason }) => cut(reason, REASON_CHARS)),
      ]);
      await connection.query(TRIM, [projectId, REFUSALS_KEPT]);
    }
  });
}

/** Lists once that a project is sent what is not kept, and counts `count` such items (0: only the first time, as one). */
export async function noteNotKept(database: Database, projectId: string, reason: string, count: number): Promise<void> {
  const known = await database.query(
    "select 1 from refusals where project_id = $1 and source = 'otlp' and reason = $2 limit 1",
    [projectId, reason],
  );
  // As it is, so that it is known again: it says nothing of what was sent.
  if (known.length === 0) await storeRefusals(database, [{ project_id: projectId, source: "otlp", reason }]);
  const further = known.length === 0 ? count - 1 : count;
  if (further > 0) await database.query(COUNT, [projectId, further]);
}

export async function queryRefusals(
  database: Database,
  projectId: string,
  limit: number,
): Promise<{ count: number; refusals: Refusal[] }> {
  const [counts, rows] = await Promise.all([
    database.query("select count from refusal_counts where project_id = $1", [projectId]),
    database.query(
      `select id::text, received_at, source, call_id, reason from refusals
       where project_id = $1 order by id desc limit $2`,
      [projectId, limit],
    ),
  ]);
  return { count: optionalNumber(counts[0] ?? {}, "count") ?? 0, refusals: rows.map(readRefusal) };
}

function readRefusal(row: Row): Refusal {
  return {
    id: requiredText(row, "id"),
    received_at: requiredText(row, "received_at"),
    source: refusal.shape.source.parse(row.source),
    call_id: optionalText(row, "call_id"),
    reason: requiredText(row, "reason"),
  };
}

function cut(text: string, length: number): string {
  return toStorableText(text.length > length ? `${text.slice(0, length)}…` : text);
}

const COUNT = `
  insert into refusal_counts as stored (project_id, count) values ($1::text, $2::bigint)
  on conflict (project_id) do update set count = stored.count + excluded.count`;

const INSERT = `
  insert into refusals (project_id, id, source, call_id, reason)
  select $1::text, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[])`;

const TRIM = `
  delete from refusals r where r.project_id = $1::text and r.id <= (
    select id from refusals newest where newest.project_id = $1::text order by id desc offset $2 limit 1)`;
