import { markWhatCounts } from "./count-once";
import { MERGED_CALL_COLUMNS, MERGED_PAYLOAD_COLUMNS, type StoredColumn, hasPayload } from "./fields";
import { firstMarks } from "./first-marks";
import { type MergedWrite, callKey, isShown, mergeBatch, ranksOf } from "./merge";
import { INSERT_CALLS, LOCK_CALLS, MERGE_CALLS, MERGE_PAYLOADS, ADOPT_CHILDREN } from "./write-statements";
import { readClock } from "@/service/store/connections/clock";
import { type Connection, type Database, type Statement, forRows } from "@/service/store/connections/database";
import { CALL_NAMES_BYTES } from "@/lib/contract/limits";
import { ChangedCalls } from "@/service/store/statistics/stale-hours";
import { maskCalls } from "@/service/store/masking/mask-writes";
import { isOversized, oversized } from "@/service/store/sql/name-bytes";
import { writtenCounts } from "@/service/store/operations/written-counts";
import { byProject } from "@/service/store/projects/by-project";
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
 * Masks the writes as the rules of their projects say, then merges them in one transaction, which is synced to disk when the promise resolves. One entry per write:
 * undefined if accepted, else the error (the same id in another trace). Creates projects on first write.
 */
export async function writeCalls(
  database: Database,
  sent: readonly CallWrite[],
): Promise<(WriteRefusal | undefined)[]> {
  const writes = await maskCalls(database, sent);
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
  const markedKeys = new Set(marked.map(({ key }) => key));
  const written = writes.filter((_, place) => !refusals[place]);
  writtenCounts(database).calls += written.length;
  for (const [projectId, ofProject] of byProject(written, ({ project_id }) => project_id)) {
    const ids = [...new Set(ofProject.map(({ id }) => id))];
    await markWhatCounts(database, projectId, {
      ids,
      marked: ids.filter((id) => markedKeys.has(callKey(projectId, id))),
    });
  }
  return refusals;
}

/** The names that an index has together; the model is in it too, which may have `NAME_CHARS` bytes more. */
const NAMES_OF_CALL = ["project_id", "id", "trace_id", "parent_id", "op_name"] as const;
const INDEXED_NAMES = [...NAMES_OF_CALL, "thread_id"] as const;
const TOO_LONG = `${NAMES_OF_CALL.slice(0, -1).join(", ")} and ${NAMES_OF_CALL.at(-1)} together must have at most ${CALL_NAMES_BYTES} bytes in UTF-8`;

function refusalOf(write: CallWrite): WriteRefusal | undefined {
  const long = INDEXED_NAMES.find((name) => isOversized(write[name]));
  if (long) return { code: "invalid", message: oversized(long) };
  const chars = NAMES_OF_CALL.reduce((sum, name) => sum + (write[name]?.length ?? 0), 0);
  // Most names are short, and need not be measured.
  if (chars * 3 <= CALL_NAMES_BYTES) return undefined;
  const bytes = NAMES_OF_CALL.reduce((sum, name) => sum + Buffer.byteLength(write[name] ?? ""), 0);
  return bytes > CALL_NAMES_BYTES ? { code: "invalid", message: TOO_LONG } : undefined;
}

interface StoredCalls {
  /** Those that are in another trace. */
  refused: MergedWrite[];
  /** Those of the new ones whose marks the batch decides. */
  marked: MergedWrite[];
}

/** The calls of one project. */
class ProjectCalls {
  readonly known: MergedWrite[] = [];
  readonly marked: MergedWrite[] = [];
  refused: MergedWrite[] = [];
  readonly #connection: Connection;
  readonly #projectId: string;
  readonly #calls: MergedWrite[];
  readonly #shown: ReadonlySet<string>;
  readonly #changed = new ChangedCalls();

  constructor(connection: Connection, projectId: string, calls: MergedWrite[]) {
    this.#connection = connection;
    this.#projectId = projectId;
    this.#calls = calls;
    this.#shown = shownKeys(calls);
  }

  /** Stores the new calls, with their payloads, as of `now`. */
  async insertNew(now: string): Promise<void> {
    const marksOf = firstMarks(this.#calls);
    let running: Promise<unknown> = Promise.resolve();
    for (let from = 0; from < this.#calls.length; from += CHUNK) {
      const chunk = this.#calls.slice(from, from + CHUNK);
      const values = callValues(chunk, this.#shown, marksOf);
      await running;
      const inserting = this.#query(forRows(INSERT_CALLS, chunk.length), [now, ...values]);
      const payloads = payloadValues(chunk);
      const isNew = isAmong(await inserting);
      const fresh = chunk.filter(isNew);
      for (const { write } of fresh)
        this.#changed.add(write.started_at, write.usage && this.#parentElsewhere(write), write.trace_id);
      this.known.push(...chunk.filter((call) => !isNew(call)));
      this.marked.push(...fresh.filter((call) => marksOf(call).isDecided));
      running = this.#mergePayloads(fresh.length === chunk.length ? payloads : payloadValues(fresh));
    }
    await running;
  }

  #parentElsewhere({ parent_id }: CallWrite): string | undefined {
    return parent_id !== undefined && this.#shown.has(callKey(this.#projectId, parent_id)) ? undefined : parent_id;
  }

  /** Merges the others into the stored calls. */
  async mergeKnown(): Promise<void> {
    if (this.known.length === 0) return;
    this.#changed.addRows(await this.#query(forRows(LOCK_CALLS, this.known.length), [idsOf(this.known)]));
    // They keep the marks that they have.
    const values = callValues(this.known, this.#shown, firstMarks([]));
    const merge = forRows(MERGE_CALLS, this.known.length);
    const rows = await this.#query(merge, [await readClock(this.#connection), ...values]);
    this.#changed.addRows(rows);
    const isStored = isAmong(rows);
    await this.#mergePayloads(payloadValues(this.known.filter(isStored)));
    this.refused = this.known.filter((call) => !isStored(call));
  }

  /** What follows from the calls that are stored. */
  async settle(): Promise<void> {
    const refused = new Set(this.refused);
    const stored = refused.size === 0 ? this.#calls : this.#calls.filter((call) => !refused.has(call));
    const writes = stored.map(({ write }) => write);
    await queueForSearch(this.#connection, this.#projectId, writes);
    this.#changed.addRows(await this.#query(ADOPT_CHILDREN, [idsOf(this.#calls)]));
    await this.#changed.markStale(this.#connection, this.#projectId);
  }

  async #mergePayloads(values: unknown[] | undefined): Promise<void> {
    if (values) await this.#query(MERGE_PAYLOADS, values);
  }

  async #query(statement: Statement, values: unknown[]): Promise<Row[]> {
    return this.#connection.query(statement, [this.#projectId, ...values]);
  }
}

/** Stores each call and its payloads; `calls` are in the order of their keys. */
async function storeMerged(connection: Connection, calls: MergedWrite[]): Promise<StoredCalls> {
  const projects = byProject(calls, ({ write }) => write.project_id).map(
    ([projectId, ofProject]) => new ProjectCalls(connection, projectId, ofProject),
  );
  const now = await readClock(connection);
  // All new calls before any stored one, so that two batches cannot deadlock.
  for (const project of projects) await project.insertNew(now);
  for (const project of projects) await project.mergeKnown();
  for (const project of projects) await project.settle();
  const refused = projects.flatMap((project) => project.refused);
  // What is refused was taken into account.
  return { refused, marked: refused.length === 0 ? projects.flatMap(({ marked }) => marked) : [] };
}

function isAmong(rows: Row[]): (call: MergedWrite) => boolean {
  const ids = new Set(rows.map((row) => requiredText(row, "id")));
  return ({ write }) => ids.has(write.id);
}

/** Calls that are visible once the batch is stored. */
function shownKeys(calls: MergedWrite[]): ReadonlySet<string> {
  return new Set(calls.filter(isShown).map(({ key }) => key));
}

function idsOf(calls: MergedWrite[]): Buffer | null {
  return textArray(calls.map(({ write }) => write.id));
}

function callValues(
  calls: MergedWrite[],
  shown: ReadonlySet<string>,
  marksOf: ReturnType<typeof firstMarks>,
): unknown[] {
  const marks = calls.map(marksOf);
  const isParentSent = ({ write }: MergedWrite) => shown.has(callKey(write.project_id, write.parent_id ?? ""));
  return [
    idsOf(calls),
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
  return [idsOf(payloads), ranks, ...arraysOf(MERGED_PAYLOAD_COLUMNS, payloads)];
}

function arraysOf(columns: readonly StoredColumn[], calls: MergedWrite[]): unknown[] {
  return columns.map(({ value }) => textArray(calls.map(({ write }) => value(write))));
}
