import type { Connection } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { queueIds } from "./queue";

/** Removes segments of the text index, in the transaction that has locked them. */
export async function removeSegments(
  connection: Connection,
  projectId: string,
  segments: readonly string[],
): Promise<void> {
  for (const table of ["search_pages", "search_ids", "search_segments"])
    await connection.query(`delete from ${table} where project_id = $1::text and segment = any($2::uuid[])`, [
      projectId,
      segments,
    ]);
}

const LOCK_NEXT = {
  name: "search_lock_old_segment",
  text: `
  select segment from search_segments s
  where s.project_id = $1::text and s.last_start < $2::timestamptz and s.segment > $3::uuid
  order by s.segment limit 1 for update`,
};

const IDS = {
  name: "search_ids_of_segment",
  text: `
  select e.id, c.id is not null as is_stored, coalesce(p.bytes, 0) as chars
  from search_ids i cross join unnest(i.ids) as e (id)
    left join calls c on c.project_id = $1::text and c.id = e.id
    left join call_payloads p on p.project_id = $1::text and p.id = e.id
  where i.project_id = $1::text and i.segment = $2::uuid and e.id is not null`,
};

/** Before every segment. */
export const FIRST_SEGMENT = "00000000-0000-0000-0000-000000000000";

/**
 * Of the next segment in which all calls began before a time, removes what is left of calls that are no longer stored:
 * the segment itself, and its other calls are queued to be indexed again. In one transaction; returns the segment,
 * undefined if there is no further one.
 */
export async function cleanNextSegment(
  connection: Connection,
  projectId: string,
  before: string,
  after: string,
): Promise<string | undefined> {
  const [next] = await connection.query(LOCK_NEXT, [projectId, before, after]);
  if (!next) return undefined;
  const segment = requiredText(next, "segment");
  const ids = await connection.query(IDS, [projectId, segment]);
  const stored = ids.filter((row) => row.is_stored === true);
  if (stored.length === ids.length && ids.length > 0) return segment;
  await removeSegments(connection, projectId, [segment]);
  await queueIds(
    connection,
    projectId,
    stored.map((row) => ({ id: requiredText(row, "id"), chars: requiredNumber(row, "chars") })),
  );
  return segment;
}
