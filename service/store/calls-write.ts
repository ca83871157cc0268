import { CALL_COLUMNS, PAYLOAD_COLUMNS, type StoredColumn, hasPayload } from "./call-fields";
import { type MergedWrite, callKey, mergeBatch, rankMask } from "./call-merge";
import type { Connection, Database } from "./database";
import { oversizedName } from "./name-bytes";
import { ensureProjects } from "./projects";
import { requiredText } from "./row";
import { queueForSearch } from "./search-queue";
import type { CallWrite, WriteRefusal } from "./store";

const OTHER_TRACE: WriteRefusal = { code: "conflict", message: "a call with this id is already in another trace" };

/** See `Store.writeCalls`. */
export async function writeCalls(
  database: Database,
  writes: readonly CallWrite[],
): Promise<(WriteRefusal | undefined)[]> {
  const refusals = writes.map(refusalOf);
  let round = writes.map((write, place) => ({ write, place })).filter(({ place }) => !refusals[place]);
  if (round.length === 0) return refusals;
  await ensureProjects(database, new Set(round.map(({ write }) => write.project_id)));
  await database.transaction(async (connection) => {
    while (round.length > 0) {
      const { merged, nextRound } = mergeBatch(round);
      for (const { places } of await storeMerged(connection, merged))
        for (const place of places) refusals[place] = OTHER_TRACE;
      round = nextRound;
    }
  });
  return refusals;
}

function refusalOf({ project_id, id, trace_id, parent_id, op_name, thread_id }: CallWrite): WriteRefusal | undefined {
  const message = oversizedName({ project_id, id, trace_id, parent_id, op_name, thread_id });
  return message === undefined ? undefined : { code: "invalid", message };
}

/** Stores each call and its payloads; gives back those that are in another trace. */
async function storeMerged(connection: Connection, calls: MergedWrite[]): Promise<MergedWrite[]> {
  const rows = await connection.query(MERGE_CALLS, [
    ...keysOf(calls),
    calls.map(({ write }) => write.trace_id),
    parentsSent(calls),
    ...arraysOf(CALL_COLUMNS, calls),
  ]);
  const stored = new Set(rows.map((row) => callKey(requiredText(row, "project_id"), requiredText(row, "id"))));
  const isStored = ({ write }: MergedWrite) => stored.has(callKey(write.project_id, write.id));
  const payloads = calls.filter((call) => isStored(call) && hasPayload(call.write));
  if (payloads.length > 0)
    await connection.query(MERGE_PAYLOADS, [...keysOf(payloads), ...arraysOf(PAYLOAD_COLUMNS, payloads)]);
  await queueForSearch(
    connection,
    calls.filter(isStored).map(({ write }) => write),
  );
  await connection.query(ADOPT_ORPHANS, [
    calls.map(({ write }) => write.project_id),
    calls.map(({ write }) => write.id),
  ]);
  return stored.size === calls.length ? [] : calls.filter((call) => !isStored(call));
}

function keysOf(calls: MergedWrite[]): unknown[] {
  return [
    calls.map(({ write }) => write.project_id),
    calls.map(({ write }) => write.id),
    calls.map(({ ranks }) => ranks.toString()),
  ];
}

/** Whether the parent of each call is in the batch, and shown once the batch is stored. */
function parentsSent(calls: MergedWrite[]): string[] {
  const shown = calls.filter(({ write }) => write.started_at !== undefined && write.op_name !== undefined);
  const keys = new Set(shown.map(({ write }) => callKey(write.project_id, write.id)));
  return calls.map(({ write }) => String(keys.has(callKey(write.project_id, write.parent_id ?? ""))));
}

function arraysOf(columns: readonly StoredColumn[], calls: MergedWrite[]): unknown[] {
  return columns.map(({ value }) => calls.map(({ write }) => value(write)));
}

const MERGE_CALLS = {
  name: "merge_calls",
  text: `
  insert into calls as stored (project_id, id, ranks, trace_id, orphan, ${namesOf(CALL_COLUMNS)}, updated_at, received_at)
  select project_id, id, ranks::bigint, trace_id,
    parent_id is not null and not parent_sent::boolean and not exists (
      select from calls parent
      where parent.project_id = sent.project_id and parent.id = sent.parent_id and parent.visible),
    ${castsOf(CALL_COLUMNS)}, clock_timestamp(), clock_timestamp()
  from unnest(${arrays(5 + CALL_COLUMNS.length)})
    as sent (project_id, id, ranks, trace_id, parent_sent, ${namesOf(CALL_COLUMNS)})
  on conflict (project_id, id) do update set
    ${mergesOf(CALL_COLUMNS)},
    trace_id = coalesce(stored.trace_id, excluded.trace_id),
    orphan = case when excluded.parent_id is null then stored.orphan else excluded.orphan end,
    ranks = stored.ranks | excluded.ranks,
    updated_at = clock_timestamp()
  where stored.trace_id is null or excluded.trace_id is null or stored.trace_id = excluded.trace_id
  returning project_id, id`,
};

// A mark that stays is looked at again when read, so rows that another batch holds are passed by, not waited for.
const ADOPT_ORPHANS = {
  name: "adopt_orphans",
  text: `
  with adopted as (
    select child.project_id, child.id
    from unnest($1::text[], $2::text[]) as sent (project_id, id)
    join calls parent on parent.project_id = sent.project_id and parent.id = sent.id and parent.visible
    join calls child on child.project_id = parent.project_id and child.parent_id = parent.id and child.orphan
    for update of child skip locked)
  update calls c set orphan = false from adopted
  where c.project_id = adopted.project_id and c.id = adopted.id`,
};

const MERGE_PAYLOADS = {
  name: "merge_payloads",
  text: `
  insert into call_payloads as stored (project_id, id, ranks, ${namesOf(PAYLOAD_COLUMNS)})
  select project_id, id, ranks::bigint, ${castsOf(PAYLOAD_COLUMNS)}
  from unnest(${arrays(3 + PAYLOAD_COLUMNS.length)}) as sent (project_id, id, ranks, ${namesOf(PAYLOAD_COLUMNS)})
  on conflict (project_id, id) do update set
    ${mergesOf(PAYLOAD_COLUMNS)},
    ranks = stored.ranks | excluded.ranks`,
};

function namesOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}

function castsOf(columns: readonly StoredColumn[]): string {
  return columns.map(({ name, type }) => (type === "text" ? name : `${name}::${type}`)).join(", ");
}

function arrays(count: number): string {
  return Array.from({ length: count }, (_, place) => `$${place + 1}::text[]`).join(", ");
}

/** A value wins over none, a later kind over an earlier, then the later arrival: call-merge.ts, in SQL. */
function mergesOf(columns: readonly StoredColumn[]): string {
  return columns
    .map(({ name, field }) => {
      const filled = columns.filter((column) => column.field === field).map((column) => `excluded.${column.name}`);
      const outranked = `stored.ranks & ~excluded.ranks & ${rankMask(field)}`;
      const wins = `num_nonnulls(${filled.join(", ")}) > 0 and ${outranked} = 0`;
      return `${name} = case when ${wins} then excluded.${name} else stored.${name} end`;
    })
    .join(",\n    ");
}
