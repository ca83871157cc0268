import { CallChanges } from "./changes";
import { markWhatCounts } from "./count-once";
import { MERGED_CALL_COLUMNS, MERGED_PAYLOAD_COLUMNS, type StoredColumn, hasPayload } from "./fields";
import { firstMarks } from "./first-marks";
import { type MergedWrite, callKey, isShown, mergeBatch, ranksOf } from "./merge";
import { INSERT_CALLS, LOCK_CALLS, MERGE_CALLS, MERGE_PAYLOADS, SETTLE_CALLS } from "./write-statements";
import type { Connection, Database } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { ensureProjects } from "@/service/store/projects/projects";
import { type Row, requiredText } from "@/service/store/sql/row";
import { queueForSearch } from "@/service/store/search/queue";
import { noteModels } from "./seen-models";
import type { CallWrite, WriteRefusal } from "./call-write";
import { textArray } from "@/service/store/sql/text-array";

/** Number of calls per statement: while the database stores them, the next are prepared. */
const CHUNK = 128;

const OTHER_TRACE: WriteRefusal = { code: "conflict", message: "a call with this ID is already in another trace" };

/**
 * Merges the writes in one transaction, which is synced to disk when the promise resolves. One entry per write:
 * undefined if accepted, else the error (the same id in another trace). Creates projects on first write.
 */
export async function writeCalls(
  database: Database,
  writes: readonly CallWrite[],
): Promise<(WriteRefusal | undefined)[]> {
  const refusals = writes.map(refusalOf);
  let round = writes.map((write, place) => ({ write, place })).filter(({ place }) => !refusals[place]);
  if (round.length === 0) return refusals;
  await ensureProjects(database, new Set(round.map(({ write }) => write.project_id)));
  await noteModels(
    database,
    round.map(({ write }) => write),
  );
  let marked: MergedWrite[] = [];
  await database.transaction(async (connection) => {
    while (round.length > 0) {
      const { merged, nextRound } = mergeBatch(round);
      const stored = await storeMerged(connection, merged);
      for (const { places } of stored.refused) for (const place of places) refusals[place] = OTHER_TRACE;
      marked = stored.marked;
      round = nextRound;
    }
  });
  const written = writes.filter((_, place) => !refusals[place]);
  const markedIds = idsByProject(marked.map(({ write }) => write));
  for (const [projectId, ids] of idsByProject(written))
    await markWhatCounts(database, projectId, { ids: [...ids], marked: [...(markedIds.get(projectId) ?? [])] });
  return refusals;
}

function idsByProject(writes: readonly CallWrite[]): Map<string, Set<string>> {
  const projects = new Map<string, Set<string>>();
  for (const { project_id, id } of writes) projects.set(project_id, (projects.get(project_id) ?? new Set()).add(id));
  return projects;
}

function refusalOf({ project_id, id, trace_id, parent_id, op_name, thread_id }: CallWrite): WriteRefusal | undefined {
  const message = oversizedName({ project_id, id, trace_id, parent_id, op_name, thread_id });
  return message === undefined ? undefined : { code: "invalid", message };
}

interface StoredCalls {
  /** Those that are in another trace. */
  refused: MergedWrite[];
  /** Those of the new ones whose first marks stand. */
  marked: MergedWrite[];
}

/** Stores each call and its payloads. */
async function storeMerged(connection: Connection, calls: MergedWrite[]): Promise<StoredCalls> {
  const changes = new CallChanges();
  // All new calls before any stored one, so that two batches cannot deadlock.
  const { known, marked } = await insertNew(connection, calls, changes);
  const refused = known.length === 0 ? known : await mergeKnown(connection, known, changes);
  const stored = refused.length === 0 ? calls : calls.filter((call) => !refused.includes(call));
  const writes = stored.map(({ write }) => write);
  await Promise.all([
    queueForSearch(connection, writes),
    connection.query(SETTLE_CALLS, [...idsOf(calls), ...changes.toArrays()]),
  ]);
  // What is refused was taken into account.
  return { refused, marked: refused.length === 0 ? marked : [] };
}

/** Stores the new calls, with their payloads. */
async function insertNew(
  connection: Connection,
  calls: MergedWrite[],
  changes: CallChanges,
): Promise<{ known: MergedWrite[]; marked: MergedWrite[] }> {
  const shown = shownKeys(calls);
  const marksOf = firstMarks(calls);
  const known: MergedWrite[] = [];
  const marked: MergedWrite[] = [];
  let running: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < calls.length; from += CHUNK) {
    const chunk = calls.slice(from, from + CHUNK);
    const values = callValues(chunk, shown, marksOf);
    await running;
    const inserting = connection.query(INSERT_CALLS, values);
    const payloads = payloadValues(chunk);
    const isNew = isAmong(await inserting);
    const fresh = chunk.filter(isNew);
    for (const { write } of fresh) changes.add(write.project_id, write.started_at, write.usage && write.parent_id);
    known.push(...chunk.filter((call) => !isNew(call)));
    marked.push(...fresh.filter((call) => marksOf(call).stand));
    running = mergePayloads(connection, fresh.length === chunk.length ? payloads : payloadValues(fresh));
  }
  await running;
  return { known, marked };
}

/** Merges into the stored calls; returns those that are in another trace. */
async function mergeKnown(connection: Connection, calls: MergedWrite[], changes: CallChanges): Promise<MergedWrite[]> {
  for (const before of await connection.query(LOCK_CALLS, idsOf(calls))) changes.addRow(before);
  // They keep the marks that they have.
  const rows = await connection.query(MERGE_CALLS, callValues(calls, shownKeys(calls), firstMarks([])));
  for (const after of rows) changes.addRow(after);
  const isStored = isAmong(rows);
  await mergePayloads(connection, payloadValues(calls.filter(isStored)));
  return calls.filter((call) => !isStored(call));
}

async function mergePayloads(connection: Connection, values: unknown[] | undefined): Promise<void> {
  if (values) await connection.query(MERGE_PAYLOADS, values);
}

function isAmong(rows: Row[]): (call: MergedWrite) => boolean {
  const keys = new Set(rows.map((row) => callKey(requiredText(row, "project_id"), requiredText(row, "id"))));
  return ({ key }) => keys.has(key);
}

/** Calls that are visible once the batch is stored. */
function shownKeys(calls: MergedWrite[]): ReadonlySet<string> {
  return new Set(calls.filter(isShown).map(({ key }) => key));
}

function idsOf(calls: MergedWrite[]): unknown[] {
  return [textArray(calls.map(({ write }) => write.project_id)), textArray(calls.map(({ write }) => write.id))];
}

function callValues(
  calls: MergedWrite[],
  shown: ReadonlySet<string>,
  marksOf: ReturnType<typeof firstMarks>,
): unknown[] {
  const marks = calls.map(marksOf);
  const isParentSent = ({ write }: MergedWrite) => shown.has(callKey(write.project_id, write.parent_id ?? ""));
  return [
    ...idsOf(calls),
    textArray(calls.map(ranksOf)),
    textArray(calls.map(({ write }) => write.trace_id)),
    textArray(calls.map((call) => String(isParentSent(call)))),
    textArray(marks.map(({ usageRepeated }) => String(usageRepeated))),
    textArray(marks.map(({ cost }) => String(cost.repeated))),
    textArray(marks.map(({ cost }) => String(cost.covered))),
    ...arraysOf(MERGED_CALL_COLUMNS, calls),
  ];
}

/** Undefined when there are none. */
function payloadValues(calls: MergedWrite[]): unknown[] | undefined {
  const payloads = calls.filter(({ write }) => hasPayload(write));
  if (payloads.length === 0) return undefined;
  const ranks = textArray(payloads.map(ranksOf));
  return [...idsOf(payloads), ranks, ...arraysOf(MERGED_PAYLOAD_COLUMNS, payloads)];
}

function arraysOf(columns: readonly StoredColumn[], calls: MergedWrite[]): unknown[] {
  return columns.map(({ value }) => textArray(calls.map(({ write }) => value(write))));
}
