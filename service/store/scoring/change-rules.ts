import { AppError } from "@/lib/contract/app-error";
import type { ScoringDefinition, ScoringRule, ScoringUpdate } from "@/lib/contract/scoring";
import { toStorableText } from "@/lib/json/decode";
import { writeJson } from "@/lib/json/text";
import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { ensureProjects } from "@/service/store/projects/projects";
import { readScoringRule } from "./read-rules";
import type { NewScoringRule, ScoringKey } from "./scoring-store";

/** Stores a rule; one that is stored already stays as it is. Creates the project if it does not exist. */
export async function createScoringRule(database: Database, made: NewScoringRule): Promise<ScoringRule> {
  const { project_id, id, definition, created_by } = made;
  await ensureProjects(database, new Set([project_id]));
  return database.transaction(async (connection) => {
    const now = await readClock(connection);
    await connection.query(INSERT, [project_id, id, ...stored(definition), toStorableText(created_by), now]);
    const rule = await readScoringRule(connection, made);
    if (!rule) throw new TypeError("a row that was written cannot be read");
    return rule;
  });
}

const INSERT = `
  insert into scoring_rules (project_id, id, definition, budget_usd, created_by, created_at, active_since)
  values ($1, $2::uuid, $3, $4::float8, $5, $6::timestamptz, $6::timestamptz)
  on conflict (project_id, id) do nothing`;

const stored = ({ budget_usd, ...definition }: ScoringDefinition) => [
  toStorableText(writeJson(definition)),
  budget_usd ?? null,
];

/** Changes what a rule does; undefined if there is none. What it does already changes nothing. `onBefore` gets it as it was. */
export async function updateScoringRule(
  database: Database,
  { project_id, id, action, definition }: ScoringUpdate,
  onBefore: (before: ScoringRule | undefined) => void = () => {},
): Promise<ScoringRule | undefined> {
  const key = [project_id, id];
  return database.transaction(async (connection) => {
    if (!(await lock(connection, key))) return undefined;
    onBefore(await readScoringRule(connection, { project_id, id }));
    if (action === "resume") await requireOwner(connection, key);
    if (definition) await connection.query(SET_DEFINITION, [...key, ...stored(definition)]);
    if (definition && definition.unit !== "threads") await connection.query(FORGET.scoring_threads, key);
    if (action === "pause") await pause(connection, key);
    if (action === "resume") await connection.query(RESUME, [...key, await readClock(connection)]);
    if (action === "retry_failed") {
      await connection.query(RETRY_CALLS, [...key, await readClock(connection)]);
      await connection.query(RETRY, key);
    }
    return readScoringRule(connection, { project_id, id });
  });
}

async function lock(connection: Connection, key: readonly string[]): Promise<boolean> {
  const rows = await connection.query(LOCK, key);
  return rows.length > 0;
}

async function requireOwner(connection: Connection, key: readonly string[]): Promise<void> {
  const [stopped] = await connection.query(
    "select id from scoring_rules where project_id = $1 and id = $2::uuid and needs_owner",
    key,
  );
  if (stopped) throw new AppError("conflict", "Whoever created the rule was turned off; take it over first");
}

/** What has come since it collected last is not new any more once it is resumed. */
async function pause(connection: Connection, key: readonly string[]): Promise<void> {
  await connection.query(PAUSE, key);
  for (const statement of Object.values(FORGET)) await connection.query(statement, key);
}

const LOCK = "select id from scoring_rules where project_id = $1 and id = $2::uuid for update";

const SET_DEFINITION = `
  update scoring_rules set definition = $3, budget_usd = $4::float8, failed_in_a_row = 0, last_failure = null
  where project_id = $1 and id = $2::uuid`;

const PAUSE = "update scoring_rules set status = 'paused', reason = null where project_id = $1 and id = $2::uuid";

const forget = (table: string) => `delete from ${table} where project_id = $1 and rule_id = $2::uuid`;

const FORGET = { scoring_traces: forget("scoring_traces"), scoring_threads: forget("scoring_threads") };

const RESUME = `
  update scoring_rules set status = 'active', reason = null, active_since = $3::timestamptz
  where project_id = $1 and id = $2::uuid and status = 'paused'`;

const RETRY_CALLS = `
  update scoring_calls set status = 'waiting', failure = null, changed_at = $3::timestamptz
  where project_id = $1 and rule_id = $2::uuid and status = 'failed'`;

const RETRY = `
  update scoring_rules set waiting = waiting + failed, failed = 0, failed_in_a_row = 0, last_failure = null
  where project_id = $1 and id = $2::uuid`;

/**
 * Lets a rule collect the earlier calls of a range of starts; undefined if there is no such rule. Throws `conflict` while
 * it collects those of another range.
 */
export async function backfillScoringRule(
  database: Database,
  { project_id, id, start, end }: ScoringKey & { start: string; end: string },
): Promise<ScoringRule | undefined> {
  return database.transaction(async (connection) => {
    if (!(await lock(connection, [project_id, id]))) return undefined;
    const started = await connection.query(BACKFILL, [project_id, id, start, end]);
    if (started.length === 0)
      throw new AppError("conflict", "Calls of another time range are being collected for this rule; try again later");
    return readScoringRule(connection, { project_id, id });
  });
}

const BACKFILL = `
  update scoring_rules set backfill_start = $3::timestamptz, backfill_end = $4::timestamptz
  where project_id = $1 and id = $2::uuid
    and (backfill_start is null or (backfill_start = $3::timestamptz and backfill_end = $4::timestamptz)) returning id`;

/** Deletes a rule and what it has not scored; false if there is none. */
export async function deleteScoringRule(database: Database, { project_id, id }: ScoringKey): Promise<boolean> {
  const key = [project_id, id];
  return database.transaction(async (connection) => {
    if (!(await lock(connection, key))) return false;
    for (const statement of [...Object.values(FORGET), DELETE_CALLS, DELETE]) await connection.query(statement, key);
    return true;
  });
}

// Those that are scored are kept: no other rule scores them again with the same version.
const DELETE_CALLS = "delete from scoring_calls where project_id = $1 and rule_id = $2::uuid and status <> 'scored'";

const DELETE = "delete from scoring_rules where project_id = $1 and id = $2::uuid";
