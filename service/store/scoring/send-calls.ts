import { maskNotes } from "@/service/store/masking/mask-writes";
import { toStorableText } from "@/lib/json/decode";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { type Row, requiredNumber, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { readStatus } from "./read-rules";
import type { ScoringCall, ScoringKey, ScoringOutcome } from "./scoring-store";

/** The next calls, or why none may be sent. */
export type NextCalls = { calls: ScoringCall[] } | { none: "lost" | "paused" | "none waiting" | "budget used up" };

/**
 * Marks the next calls that wait as sent, if their rule is held and active, and its budget is not used up. They are on
 * disk when the promise resolves.
 */
export async function sendScoringCalls(
  database: Database,
  holder: string,
  { project_id, id }: ScoringKey,
  limit: number,
): Promise<NextCalls> {
  return database.transaction(async (connection): Promise<NextCalls> => {
    const [rule] = await connection.query(LOCK, [project_id, id, holder]);
    if (!rule) return { none: "lost" };
    if (readStatus(rule) !== "active") return { none: "paused" };
    if (requiredNumber(rule, "waiting") === 0) return { none: "none waiting" };
    if (rule.is_used_up === true) return { none: "budget used up" };
    const rows = await connection.query(MARK_SENT, [project_id, id, limit, await readClock(connection)]);
    if (rows.length === 0) throw new TypeError("a call that waits to be scored is missing");
    await connection.query(COUNT_SENT, [project_id, id, rows.length]);
    return { calls: rows.map(readCall) };
  });
}

const LOCK = {
  name: "scoring_rules_lock",
  text: `
  select status, waiting, cost_usd >= budget_usd::numeric as is_used_up from scoring_rules e
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 for update`,
};

const CALL = "s.key::text, s.id::text, s.call_id, s.scorer_ref, s.of_thread, s.attempt";

const MARK_SENT = {
  name: "scoring_mark_sent",
  text: `
  update scoring_calls s set status = 'sent', attempt = s.attempt + 1, changed_at = $4::timestamptz
  from (
    select w.key from scoring_calls w
    where w.project_id = $1 and w.rule_id = $2::uuid and w.status = 'waiting' order by w.changed_at, w.id limit $3::int) next
  where s.project_id = $1 and s.key = next.key returning ${CALL}`,
};

const COUNT_SENT = {
  name: "scoring_count_sent",
  text: `
  update scoring_rules e set waiting = waiting - $3::int, sent = sent + $3::int
  where e.project_id = $1 and e.id = $2::uuid`,
};

/** The calls of a rule that were sent, and of which it is not known what became of them. */
export async function sentScoringCalls(database: Database, { project_id, id }: ScoringKey): Promise<ScoringCall[]> {
  const rows = await database.query(SENT, [project_id, id]);
  return rows.map(readCall);
}

const SENT = `
  select ${CALL} from scoring_calls s where s.project_id = $1 and s.rule_id = $2::uuid and s.status = 'sent' order by s.id`;

/** Lets calls that were sent wait again. */
export async function requeueScoringCalls(
  database: Database,
  holder: string,
  { project_id, id }: ScoringKey,
  keys: readonly string[],
): Promise<void> {
  await database.transaction(async (connection) => {
    const held = await connection.query(LOCK, [project_id, id, holder]);
    if (held.length === 0) return;
    const rows = await connection.query(REQUEUE, [project_id, id, textArray(keys)]);
    await connection.query(COUNT_SENT, [project_id, id, -rows.length]);
  });
}

const REQUEUE = `
  update scoring_calls s set status = 'waiting'
  where s.project_id = $1 and s.rule_id = $2::uuid and s.key = any($3::text[]::uuid[]) and s.status = 'sent' returning s.id`;

/** Stores what became of calls that were sent. False if another process holds the rule. */
export async function finishScoringCalls(
  database: Database,
  holder: string,
  { project_id, id }: ScoringKey,
  outcomes: readonly ScoringOutcome[],
): Promise<boolean> {
  const notes = await maskNotes(
    database,
    project_id,
    outcomes.map(({ failure }) => failure),
  );
  return database.transaction(async (connection) => {
    const held = await connection.query(LOCK, [project_id, id, holder]);
    if (held.length === 0) return false;
    const rows = await connection.query(FINISH, [
      project_id,
      id,
      textArray(outcomes.map(({ key }) => key)),
      textArray(notes.map((note) => note && toStorableText(note))),
      textArray(outcomes.map(({ costUsd }) => costUsd?.toString())),
      await readClock(connection),
    ]);
    const finished = new Set(rows.map((row) => requiredText(row, "key")));
    const counted = outcomes.filter(({ key }) => finished.has(key));
    const failures = counted.map(({ failure }) => failure);
    const failed = failures.filter((failure) => failure !== undefined).length;
    const lastScored = failures.lastIndexOf(undefined);
    const last = counted.at(-1);
    await connection.query(COUNT_FINISHED, [
      project_id,
      id,
      counted.length - failed,
      failed,
      textArray(counted.map(({ costUsd }) => costUsd?.toString())),
      counted.filter(({ isUnpriced }) => isUnpriced).length,
      lastScored !== -1,
      failures.length - 1 - lastScored,
      last?.failure === undefined ? null : toStorableText(notes[outcomes.indexOf(last)] ?? ""),
    ]);
    return true;
  });
}

const FINISH = {
  name: "scoring_finish",
  text: `
  update scoring_calls s set status = case when done.failure is null then 'scored' else 'failed' end,
    failure = done.failure, cost_usd = done.cost::numeric, changed_at = $6::timestamptz
  from unnest($3::text[], $4::text[], $5::text[]) as done (key, failure, cost)
  where s.project_id = $1 and s.rule_id = $2::uuid and s.key = done.key::uuid and s.status = 'sent' returning s.key::text`,
};

// Costs are added up as decimals.
const COUNT_FINISHED = {
  name: "scoring_count_finished",
  text: `
  update scoring_rules e set sent = sent - $3::int - $4::int, scored = scored + $3::int, failed = failed + $4::int,
    cost_usd = cost_usd + coalesce((select sum(cost::numeric) from unnest($5::text[]) as costs (cost)), 0),
    unpriced = unpriced + $6::int, failed_in_a_row = case when $7::bool then 0 else failed_in_a_row end + $8::int,
    last_failure = case when $7::bool then $9 else coalesce($9, last_failure) end
  where e.project_id = $1 and e.id = $2::uuid`,
};

function readCall(row: Row): ScoringCall {
  return {
    key: requiredText(row, "key"),
    id: requiredText(row, "id"),
    callId: requiredText(row, "call_id"),
    scorerRef: requiredText(row, "scorer_ref"),
    ofThread: row.of_thread === true,
    attempt: requiredNumber(row, "attempt"),
  };
}
