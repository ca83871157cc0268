import { readClock } from "@/service/store/connections/clock";
import type { Connection, Database } from "@/service/store/connections/database";
import { optionalDecimal, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { type ChangedTrace, removeNotes } from "./changed-traces";
import type { CollectedCall, FollowedRule, ScoringKey } from "./scoring-store";

/** What was found of what was read: calls to be scored, and threads to wait for. */
export type Collected = {
  calls: readonly CollectedCall[];
  /**
   * Threads with new calls, and for how many minutes they must be quiet; of a rule for traces, the traces
   * whose root waits for its parent.
   */
  threads?: { ids: readonly string[]; quietMinutes: number };
  /** The notes that were read. */
  traces?: readonly ChangedTrace[];
  /** Threads that were quiet, with the time at which they were. */
  quiet?: readonly QuietThread[];
  /** Whether all earlier calls are collected. */
  endsBackfill?: boolean;
};

export type QuietThread = { threadId: string; quietAt: string };

/**
 * Stores what was found, and that what was read is read, in one transaction. A call that its scorer's version scores
 * already is left out. False if another process holds the rule, or it was changed or paused since it was read: what was
 * read then stays, and is collected by the rule as it is.
 */
export async function collectForScoring(
  database: Database,
  holder: string,
  rule: FollowedRule,
  { calls, threads, traces, quiet, endsBackfill }: Collected,
): Promise<boolean> {
  const key = [rule.project_id, rule.id];
  return database.transaction(async (connection) => {
    const held = await connection.query(LOCK_HELD, [...key, holder, rule.storedDefinition, rule.activeSince]);
    if (held.length === 0) return false;
    const now = await readClock(connection);
    if (calls.length > 0) {
      const added = await addCalls(connection, key, calls, now);
      await connection.query(COUNT_WAITING, [...key, added]);
    }
    if (threads && threads.ids.length > 0)
      await connection.query(WATCH, [
        ...key,
        textArray([...new Set(threads.ids)].toSorted()),
        threads.quietMinutes,
        now,
      ]);
    if (traces && traces.length > 0) await removeNotes(connection, rule, traces);
    if (quiet && quiet.length > 0)
      await connection.query(FORGET, [
        ...key,
        textArray(quiet.map(({ threadId }) => threadId)),
        textArray(quiet.map(({ quietAt }) => quietAt)),
      ]);
    if (endsBackfill) await connection.query(END_BACKFILL, key);
    return true;
  });
}

async function addCalls(
  connection: Connection,
  key: readonly string[],
  calls: readonly CollectedCall[],
  now: string,
): Promise<number> {
  const added = await connection.query(ADD, [
    ...key,
    textArray(calls.map(({ key: digest }) => digest)),
    textArray(calls.map(({ id }) => id)),
    textArray(calls.map(({ callId }) => callId)),
    textArray(calls.map(({ scorerRef }) => scorerRef)),
    textArray(calls.map(({ ofThread }) => String(ofThread))),
    now,
  ]);
  return added.length;
}

const LOCK_HELD = {
  name: "scoring_lock_held",
  text: `
  select id from scoring_rules e where e.project_id = $1 and e.id = $2::uuid and held_by = $3
    and status = 'active' and definition = $4 and active_since = $5::timestamptz for update`,
};

const ADD = {
  name: "scoring_add_calls",
  text: `
  insert into scoring_calls (project_id, rule_id, key, id, call_id, scorer_ref, of_thread, changed_at)
  select $1::text, $2::uuid, key::uuid, id::uuid, call_id, scorer_ref, of_thread::boolean, $8::timestamptz
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as found (key, id, call_id, scorer_ref, of_thread)
  on conflict (project_id, key) do nothing returning id`,
};

const COUNT_WAITING = {
  name: "scoring_count_waiting",
  text: `update scoring_rules e set waiting = waiting + $3::int where e.project_id = $1 and e.id = $2::uuid`,
};

const WATCH = {
  name: "scoring_watch_threads",
  text: `
  insert into scoring_threads as known (project_id, rule_id, thread_id, quiet_at)
  select $1::text, $2::uuid, thread_id, $5::timestamptz + $4::int * interval '1 minute'
  from unnest($3::text[]) as found (thread_id)
  on conflict (project_id, rule_id, thread_id) do update set quiet_at = greatest(known.quiet_at, excluded.quiet_at)`,
};

// Unless something has come since.
const FORGET = {
  name: "scoring_forget_threads",
  text: `
  delete from scoring_threads t using unnest($3::text[], $4::text[]::timestamptz[]) as seen (thread_id, quiet_at)
  where t.project_id = $1::text and t.rule_id = $2::uuid and t.thread_id = seen.thread_id
    and t.quiet_at = seen.quiet_at`,
};

const END_BACKFILL =
  "update scoring_rules e set backfill_start = null, backfill_end = null where e.project_id = $1 and e.id = $2::uuid";

/** Threads that have been quiet for long enough, the first ones first. */
export async function quietThreads(
  database: Database,
  { project_id, id }: ScoringKey,
  limit: number,
): Promise<QuietThread[]> {
  const rows = await database.query(QUIET, [project_id, id, await readClock(database), limit]);
  return rows.map((row) => ({ threadId: requiredText(row, "thread_id"), quietAt: requiredText(row, "quiet_at") }));
}

const QUIET = {
  name: "scoring_quiet_threads",
  text: `
  select t.thread_id, t.quiet_at from scoring_threads t
  where t.project_id = $1 and t.rule_id = $2::uuid and t.quiet_at <= $3::timestamptz order by t.quiet_at limit $4::bigint`,
};

/** Which of some calls, by the digests in `key`, their scorers' versions score already. */
export async function knownForScoring(
  database: Database,
  projectId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query(KNOWN, [projectId, textArray(keys)]);
  return new Set(rows.map((row) => requiredText(row, "key")));
}

const KNOWN = {
  name: "scoring_known_calls",
  text: "select s.key::text from scoring_calls s where s.project_id = $1 and s.key = any($2::text[]::uuid[])",
};

/** The mean cost in USD of the verdicts of a scorer's version that have one; undefined if there are none. */
export async function meanVerdictCost(
  database: Database,
  projectId: string,
  scorerRef: string,
): Promise<number | undefined> {
  const [row] = await database.query(MEAN_COST, [projectId, scorerRef]);
  return row && optionalDecimal(row, "mean");
}

/** Enough for a mean, so that it need not read all. */
const MEAN_COST = `
  select avg(cost_usd) as mean from (
    select s.cost_usd from scoring_calls s
    where s.project_id = $1 and s.scorer_ref = $2 and s.cost_usd is not null limit 1000) latest`;
