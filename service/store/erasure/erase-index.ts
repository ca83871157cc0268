import { v7 as uuidV7 } from "uuid";
import * as z from "zod";
import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import type { ErasureKey } from "./items";

/** Calls of one row of the queue. */
const ROW_CALLS = 256;

const IS_ERASED = `exists (
    select from erased_items i
    where i.project_id = $1 and i.erasure_id = $2::uuid and i.kind = 'calls' and i.id = call)`;

const INDEXED = `
  select distinct s.segment::text from search_ids s cross join unnest(s.ids) as indexed (call)
  where s.project_id = $1 and ${IS_ERASED}`;

const REMAINING = `
  select call from search_ids s cross join unnest(s.ids) as indexed (call)
  where s.project_id = $1 and s.segment = $3::uuid and call <> '' and not ${IS_ERASED}`;

const QUEUE = `
  insert into search_queue (project_id, id, calls, chars)
  select $1::text, sent.id::uuid, array_agg(sent.call), sum(coalesce(p.bytes, 0))
  from unnest($2::text[], $3::text[]) as sent (id, call)
  left join call_payloads p on p.project_id = $1::text and p.id = sent.call
  group by sent.id`;

const WAITING = `
  select q.id::text, to_json(q.calls) as calls from search_queue q
  where q.project_id = $1 and exists (select from unnest(q.calls) as waiting (call) where ${IS_ERASED})`;

const calls = z.array(z.string());

/**
 * Removes what the text index has of erased calls: the segments that contain one are removed, and their other calls are
 * queued to be indexed again. Until then these are still found, more slowly.
 */
export async function eraseFromIndex(database: Database, { project_id: project, id }: ErasureKey): Promise<void> {
  await database.transaction(async (connection) => {
    // Waits for indexing in progress; none of these calls is indexed afterwards.
    await connection.query("select id from search_queue where project_id = $1 order by id for update", [project]);
    await connection.query("select segment from search_segments where project_id = $1 order by segment for update", [
      project,
    ]);
    for (const row of await connection.query(WAITING, [project, id])) {
      const waiting = calls.parse(JSON.parse(requiredText(row, "calls")));
      const known = await connection.query(
        "select id from erased_items where project_id = $1 and erasure_id = $2::uuid and kind = 'calls' and id = any($3::text[])",
        [project, id, textArray(waiting)],
      );
      const erased = new Set(known.map((one) => requiredText(one, "id")));
      const remaining = waiting.filter((call) => !erased.has(call));
      await connection.query(
        remaining.length === 0
          ? "delete from search_queue where project_id = $1 and id = $2::uuid and $3::text[] is null"
          : "update search_queue set calls = $3::text[] where project_id = $1 and id = $2::uuid",
        [project, requiredText(row, "id"), textArray(remaining)],
      );
    }
    const segments = (await connection.query(INDEXED, [project, id])).map((row) => requiredText(row, "segment"));
    for (const segment of segments) {
      const rows = await connection.query(REMAINING, [project, id, segment]);
      const remaining = rows.map((row) => requiredText(row, "call"));
      if (remaining.length > 0) {
        const ids = Array.from({ length: Math.ceil(remaining.length / ROW_CALLS) }, () => uuidV7());
        const rowIds = remaining.map((_, place) => ids[Math.floor(place / ROW_CALLS)]);
        await connection.query(QUEUE, [project, textArray(rowIds), textArray(remaining)]);
      }
    }
    for (const table of ["search_pages", "search_ids", "search_segments"])
      await connection.query(`delete from ${table} where project_id = $1 and segment = any($2::text[]::uuid[])`, [
        project,
        textArray(segments),
      ]);
  });
}
