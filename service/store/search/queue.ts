import { v7 as uuidV7 } from "uuid";
import type { Connection } from "@/service/store/connections/database";
import type { CallWrite } from "@/service/store/calls/call-write";
import { textArray } from "@/service/store/sql/text-array";

/** The indexed fields of a call, and its start: a segment is removed when all its calls have expired. */
const INDEXED = ["op_name", "display_name", "exception", "inputs", "output", "started_at"] as const;
// A row is indexed as a whole, in the order of its id, which is that of time.
const ROW_CALLS = 256;

/** Queues the text of calls of a project for indexing, in the transaction that stores them. */
export async function queueForSearch(
  connection: Connection,
  projectId: string,
  writes: readonly CallWrite[],
): Promise<void> {
  const queued = writes.filter((write) => INDEXED.some((field) => write[field] !== undefined));
  await queueIds(
    connection,
    projectId,
    queued.map((write) => ({ id: write.id, chars: charsOf(write) })),
  );
}

/** Queues calls, by their ids and the size of their text. */
export async function queueIds(
  connection: Connection,
  projectId: string,
  queued: readonly { id: string; chars: number }[],
): Promise<void> {
  if (queued.length === 0) return;
  const rowIds = Array.from({ length: Math.ceil(queued.length / ROW_CALLS) }, () => uuidV7());
  await connection.query(QUEUE, [
    projectId,
    textArray(queued.map((_, place) => rowIds[Math.floor(place / ROW_CALLS)])),
    textArray(queued.map(({ id }) => id)),
    textArray(queued.map(({ chars }) => String(chars))),
  ]);
}

function charsOf(write: CallWrite): number {
  return (write.inputs?.text.length ?? 0) + (write.output?.text.length ?? 0) + (write.exception?.length ?? 0);
}

const QUEUE = {
  name: "queue_for_search",
  text: `
  insert into search_queue (project_id, id, calls, chars)
  select $1::text, id::uuid, array_agg(call_id), sum(chars::bigint)
  from unnest($2::text[], $3::text[], $4::text[]) as sent (id, call_id, chars)
  group by id`,
};
