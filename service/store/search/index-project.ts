import { randomUUID } from "node:crypto";
import * as z from "zod";
import { PAYLOAD_JOIN } from "@/service/store/calls/columns";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, requiredNumber, requiredText } from "@/service/store/sql/row";
import { nextSize } from "@/service/store/connections/row-batches";
import { mergeSegments } from "./merge";
import { BLOCK_CALLS, LONG_CALL_CHARS, SegmentDraft } from "./segment";
import { insertPages } from "./pages";

/** Minimum number of calls for a segment; fewer calls are searched one by one. */
export const SEGMENT_CALLS = 1024;
/** They are enough for a segment, and so are fewer calls with so many characters. */
export const ENOUGH = { calls: SEGMENT_CALLS, chars: 4 * 1024 * 1024 };
/** Rows of the queue that are read first, and if their calls are too few: a row may have one call or hundreds. */
const QUEUE_ROWS = [8, 64, SEGMENT_CALLS];
// Texts read at a time, so that other requests do not wait long.
const FIRST_TEXTS = 8;
const MOST_TEXTS = 64;

/** Projects with enough calls waiting to be indexed for text search. */
export async function projectsToIndex(database: Database): Promise<string[]> {
  const rows = await database.query(PROJECTS_TO_INDEX, [ENOUGH.calls, ENOUGH.chars]);
  return rows.map((row) => requiredText(row, "project_id"));
}

/**
 * Creates one segment of the calls of a project that have waited longest, about a thousand, and merges segments if
 * there are enough, in one transaction; false if too few are waiting, or another replica works on it. Calls that are
 * not indexed yet are still found, more slowly.
 */
export async function indexProject(database: Database, projectId: string, enough = ENOUGH): Promise<boolean> {
  return database.transaction(async (connection) => {
    // It need not survive a crash: the calls are then back in the queue.
    await connection.query("set local synchronous_commit = off");
    const batch = await readEnough(connection, projectId, enough);
    if (!batch) return false;
    const draft = new SegmentDraft();
    const ids = await draftSegment(connection, projectId, batch.calls, draft);
    const segment = randomUUID();
    if (ids.length > 0) {
      await connection.query(INSERT_SEGMENT, [projectId, segment, ids.length, ids]);
      await connection.query(INSERT_IDS, [projectId, segment, ids, BLOCK_CALLS]);
      await insertPages(connection, projectId, segment, draft.pages());
    }
    await connection.query(DEQUEUE, [projectId, batch.rows]);
    await mergeSegments(connection, projectId);
    return true;
  });
}

async function readEnough(connection: Connection, projectId: string, enough: typeof ENOUGH) {
  for (const limit of QUEUE_ROWS) {
    const batch = takeEnough(await connection.query(WAITING, [projectId, limit]), enough);
    if (batch) return batch;
  }
  return undefined;
}

/** The rows that make a segment; undefined if there are too few. */
function takeEnough(rows: readonly Row[], enough: typeof ENOUGH): { rows: string[]; calls: string[] } | undefined {
  const calls: string[] = [];
  let chars = 0;
  for (const [place, row] of rows.entries()) {
    calls.push(...readIds(row));
    chars += requiredNumber(row, "chars");
    if (calls.length < enough.calls && chars < enough.chars) continue;
    return { rows: rows.slice(0, place + 1).map((row) => requiredText(row, "id")), calls: [...new Set(calls)] };
  }
  return undefined;
}

const idsSchema = z.array(z.string());
const readIds = (row: Row) => idsSchema.parse(JSON.parse(requiredText(row, "calls")));

/** Reads the texts of calls into the draft; returns the ids of those that still exist, by their position in it. */
async function draftSegment(connection: Connection, projectId: string, calls: readonly string[], draft: SegmentDraft) {
  const ids: string[] = [];
  let size = FIRST_TEXTS;
  for (let from = 0; from < calls.length;) {
    const rows = await connection.query(READ_TEXTS, [projectId, calls.slice(from, from + size), LONG_CALL_CHARS + 1]);
    for (const row of rows) {
      ids.push(requiredText(row, "id"));
      draft.add(requiredText(row, "searched"));
    }
    from += size;
    size = Math.min(MOST_TEXTS, nextSize(rows));
  }
  return ids;
}

// Of a long queue the characters alone are enough; to count the calls would read all their ids.
const PROJECTS_TO_INDEX = `
  select p.project_id from projects p
  where (select sum(q.chars) from search_queue q where q.project_id = p.project_id) >= $2
    or (select sum(cardinality(q.calls)) from search_queue q where q.project_id = p.project_id) >= $1`;

const WAITING = {
  name: "search_waiting",
  text: `
  select id, chars, to_json(calls) as calls from (
    select * from search_queue q where q.project_id = $1 order by id limit $2 for update skip locked) first
  order by id`,
};

const DEQUEUE = {
  name: "search_dequeue",
  text: "delete from search_queue q where q.project_id = $1 and id = any($2::uuid[])",
};

/**
 * The fields that terms.ts searches, one after another; of each only as much as is needed to find out whether it is too
 * long.
 */
const SEARCHED_TEXTS = [
  "c.op_name",
  "c.display_name",
  "c.exception",
  "coalesce(p.inputs_text, p.inputs)",
  "coalesce(p.output_text, p.output)",
];

const READ_TEXTS = {
  name: "search_texts",
  text: `
  select c.id, concat(${SEARCHED_TEXTS.map((text) => `left(${text}, $3), e'\n'`).join(", ")}) as searched
  from calls c ${PAYLOAD_JOIN} where c.project_id = $1 and c.id = any($2::text[])`,
};

const INSERT_SEGMENT = {
  name: "search_insert_segment",
  text: `
  insert into search_segments (project_id, segment, level, calls, last_start)
  select $1::text, $2::uuid, 0, $3::int, coalesce(max(coalesce(c.started_at, c.updated_at)), clock_timestamp()) from calls c
  where c.project_id = $1 and c.id = any($4::text[])`,
};

const INSERT_IDS = {
  name: "search_insert_ids",
  text: `
  insert into search_ids (project_id, segment, block, ids)
  select $1::text, $2::uuid, (place - 1) / $4::int, array_agg(id order by place)
  from unnest($3::text[]) with ordinality as indexed (id, place) group by 3`,
};
