import type { FoundItems, FoundKind } from "@/lib/contract/erasure";
import type { Connection, Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { objectsOfCalls } from "./derived-data";
import { type VerdictsOf, eraseCalls, eraseDerived, eraseFeedback, eraseTraces } from "./erase-calls";
import { eraseFiles, eraseFromQueues, eraseLeftovers, eraseRows, erasedBy } from "./erase-derived";
import { eraseFromIndex } from "./erase-index";
import type { HeldErasure } from "./erasures";
import { callsOfUser, feedbackOfUser, recordsOfUser } from "./find-user";
import { type ErasureKey, addItems } from "./items";
import { type Mention, mentionsIn, searchedTables } from "./search-tables";
import { UserMatch } from "./user-match";

/**
 * Reads the project once and erases what it finds of the user; returns the number of calls, rows and records that it
 * erased. It can be repeated: what was found before is noted.
 */
export async function eraseOnce(
  database: Database,
  erasure: HeldErasure,
  verdictsOf: VerdictsOf,
  signal: AbortSignal,
): Promise<number> {
  const project = erasure.project_id;
  const user = new UserMatch(erasure.user_id);
  await addItems(database, erasure, "traces", await recordsOfUser(database, project, user));
  let erased = 0;
  for await (const calls of callsOfUser(database, project, user)) {
    signal.throwIfAborted();
    await addItems(
      database,
      erasure,
      "traces",
      calls.flatMap(({ traceId }) => traceId ?? []),
    );
    const untraced = calls.filter(({ traceId }) => traceId === undefined).map(({ id }) => id);
    erased += await eraseCalls({ database, key: erasure, verdictsOf }, untraced);
  }
  for await (const ids of feedbackOfUser(database, project, user)) {
    signal.throwIfAborted();
    if (ids.length > 0)
      erased += await database.transaction((connection) => eraseFeedback(connection, erasure, { ids }));
  }
  erased += await eraseTraces(database, erasure, verdictsOf, signal);
  await eraseLeftovers(database, erasure);
  await eraseRejected(database, erasure, user);
  // What is derived from a call may be derived from again.
  for (let more = -1; more !== 0; erased += more)
    more = (await eraseRows(database, erasure, signal)) + (await eraseDerived(database, erasure, verdictsOf, signal));
  await eraseFromQueues(database, erasure);
  await eraseFromIndex(database, erasure);
  await eraseFiles(database, erasure, signal);
  return erased;
}

/** Removes rejected items whose reasons contain the id. */
async function eraseRejected(database: Database, key: ErasureKey, user: UserMatch): Promise<void> {
  await database.transaction(async (connection) => {
    const rows = await connection.query(
      `delete from refusals r where r.project_id = $1 and (r.reason ~* $2 or r.call_id ~* $2) returning r.id::text`,
      [key.project_id, user.mention],
    );
    await addItems(
      connection,
      key,
      "rejected_items",
      rows.map((row) => requiredText(row, "id")),
    );
  });
}

/** Items of which a receipt names the keys. */
const LISTED = 50;

/** What each table is called in a receipt. */
const KINDS: Readonly<Record<string, FoundKind>> = {
  calls: "calls",
  call_payloads: "calls",
  feedback: "feedback",
  table_rows: "table_rows",
  objects: "object_versions",
  object_names: "object_versions",
  object_values: "object_versions",
  files: "files",
  file_parts: "files",
  training_jobs: "training_jobs",
  training_parts: "training_jobs",
  training_events: "training_jobs",
  audit_records: "audit_records",
};

/** Tables that have a part of what others have, with the same keys. */
const PARTS: Readonly<Record<string, string>> = { call_payloads: "calls", object_values: "objects" };

/** Searches every table for the id of the user and for what was made of erased calls: what is left, and is not erased. */
export async function searchErased(
  database: Database,
  erasure: HeldErasure,
  signal: AbortSignal,
): Promise<{ found: FoundItems[]; tables: number }> {
  const user = new UserMatch(erasure.user_id);
  const found = new FoundList(user);
  const tables = await searchedTables(database);
  for (const table of tables)
    for await (const mentions of mentionsIn(database, erasure.project_id, table, user)) {
      signal.throwIfAborted();
      for (const { table: name, key } of mentions) found.add(KINDS[name] ?? "other", PARTS[name] ?? name, key);
    }
  for (const id of await objectsOfCalls(database, erasure.project_id, erasedBy(database, erasure)))
    found.add("object_versions", "objects", id);
  for (const id of await jobsOfCalls(database, erasure)) found.add("training_jobs", "training_calls", id);
  for (const id of await tracesOfThreads(database, erasure)) found.add("traces_of_threads", "calls", id);
  return { found: found.items(), tables: tables.length };
}

class FoundList {
  readonly #user: UserMatch;
  readonly #items = new Map<string, { kind: FoundKind; table: string; keys: Set<string> }>();

  constructor(user: UserMatch) {
    this.#user = user;
  }

  add(kind: FoundKind, table: Mention["table"], key: string): void {
    const name = `${kind} ${table}`;
    const items = this.#items.get(name) ?? { kind, table, keys: new Set<string>() };
    this.#items.set(name, items);
    items.keys.add(key);
  }

  items(): FoundItems[] {
    return [...this.#items.values()].map(({ kind, table, keys }) => ({
      kind,
      table,
      count: keys.size,
      ids: [...keys].slice(0, LISTED).map((key) => this.#user.hide(key)),
    }));
  }
}

async function jobsOfCalls(connection: Connection, { project_id, id }: ErasureKey): Promise<string[]> {
  const rows = await connection.query(
    `select distinct t.job_id::text as id from training_calls t
     join erased_items i on i.project_id = $1 and i.erasure_id = $2::uuid and i.kind = 'calls' and i.id = t.call_id
     where t.project_id = $1`,
    [project_id, id],
  );
  return rows.map((row) => requiredText(row, "id"));
}

/** Traces of other users, or of nobody, in the threads of erased ones. */
async function tracesOfThreads(connection: Connection, { project_id, id }: ErasureKey): Promise<string[]> {
  const rows = await connection.query(
    `select distinct c.trace_id as id from calls c
     join erased_items i on i.project_id = $1 and i.erasure_id = $2::uuid and i.kind = 'threads' and i.id = c.thread_id
     where c.project_id = $1 and c.visible`,
    [project_id, id],
  );
  return rows.map((row) => requiredText(row, "id"));
}
