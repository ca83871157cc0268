import { maskNotes } from "@/service/store/masking/mask-writes";
import { toStorableText } from "@/lib/json/decode";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import type { ExperimentKey, RowOutcome, SentRow } from "./experiments-store";
import { busyMs, readStatus } from "./read-experiments";

/** The next row, or why none may be sent. */
export type NextRow =
  | { row: SentRow; startedAt: string }
  | { none: "lost" | "stopped" | "none waiting" | "budget used up" };

/**
 * Marks the first row that waits as sent, as the call `callId`, if its experiment is held and runs, and its budget is not
 * used up. It is on disk when the promise resolves, so that no other process sends the row too.
 */
export async function sendExperimentRow(
  database: Database,
  holder: string,
  { project_id, id }: ExperimentKey,
  callId: string,
): Promise<NextRow> {
  return database.transaction(async (connection): Promise<NextRow> => {
    const [stored] = await connection.query(LOCK, [project_id, id, holder]);
    if (!stored) return { none: "lost" };
    if (!["queued", "running"].includes(readStatus(stored))) return { none: "stopped" };
    if (requiredNumber(stored, "waiting") === 0) return { none: "none waiting" };
    if (stored.is_used_up === true) return { none: "budget used up" };
    const [before] = await connection.query(FIRST_WAITING, [project_id, id]);
    if (!before) throw new TypeError("a waiting row of an experiment is missing");
    const now = await readClock(connection);
    const startedAt = optionalText(stored, "started_at") ?? now;
    await connection.query(COUNT_SENT, [project_id, id, startedAt, now]);
    const place = requiredNumber(before, "place");
    const [row] = await connection.query(MARK_SENT, [project_id, id, place, callId]);
    if (!row) throw new TypeError("a waiting row of an experiment is missing");
    const sent = readSent(row);
    return {
      row: { ...sent, ...(!sent.keepsAnswer && { previousCallId: optionalText(before, "call_id") }) },
      startedAt,
    };
  });
}

const LOCK = {
  name: "experiments_lock",
  text: `
  select status, waiting, started_at, cost_usd >= budget_usd::numeric as is_used_up from experiments e
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 for update`,
};

const FIRST_WAITING = {
  name: "experiments_first_waiting",
  text: `
  select place, call_id from experiment_rows r
  where r.project_id = $1 and r.experiment_id = $2::uuid and status = 'waiting' order by place limit 1`,
};

const COUNT_SENT = {
  name: "experiments_count_sent",
  text: `
  update experiments e set waiting = waiting - 1, sent = sent + 1, status = 'running', started_at = $3::timestamptz,
    busy_ms = busy_ms + ${busyMs("$4::timestamptz")}, busy_since = $4::timestamptz
  where e.project_id = $1 and e.id = $2::uuid`,
};

const MARK_SENT = {
  name: "experiments_mark_sent",
  text: `
  update experiment_rows r set status = 'sent', attempt = attempt + 1, failure = null,
    call_id = case when keeps_answer then call_id else $4 end
  where r.project_id = $1 and r.experiment_id = $2::uuid and r.place = $3::int
  returning place, row_digest, attempt, call_id, keeps_answer`,
};

function readSent(row: Row): SentRow {
  return {
    place: requiredNumber(row, "place"),
    digest: requiredText(row, "row_digest"),
    attempt: requiredNumber(row, "attempt"),
    callId: requiredText(row, "call_id"),
    keepsAnswer: row.keeps_answer === true,
  };
}

/**
 * The rows of an experiment that were sent by a process that stopped, and of which it is not known what became of them.
 * For the process that has claimed the experiment: the time since that process stopped does not count as its duration.
 */
export async function sentExperimentRows(database: Database, { project_id, id }: ExperimentKey): Promise<SentRow[]> {
  await database.query(STOP_CLOCK, [project_id, id]);
  const rows = await database.query(SENT, [project_id, id]);
  return rows.map(readSent);
}

const STOP_CLOCK = "update experiments set busy_since = null where project_id = $1 and id = $2::uuid";

const SENT = `
  select place, row_digest, attempt, call_id, keeps_answer from experiment_rows r
  where r.project_id = $1 and r.experiment_id = $2::uuid and status = 'sent' order by place`;

/** Stores what became of a row that was sent. False if another process holds the experiment. */
export async function finishExperimentRow(
  database: Database,
  holder: string,
  { project_id, id }: ExperimentKey,
  { place, callId }: SentRow,
  { failure, isUnscored, costUsd, unpriced }: RowOutcome,
): Promise<boolean> {
  const status = failure === undefined ? "answered" : "failed";
  const [note] = await maskNotes(database, project_id, [failure]);
  return database.transaction(async (connection) => {
    const [held] = await connection.query(LOCK, [project_id, id, holder]);
    if (!held) return false;
    const finished = await connection.query(FINISH, [
      project_id,
      id,
      place,
      callId,
      status,
      note === undefined ? null : toStorableText(note),
      costUsd,
      unpriced,
      isUnscored,
    ]);
    if (finished.length > 0) {
      const counts = [costUsd, unpriced, Number(isUnscored), await readClock(connection)];
      await connection.query(COUNT_FINISHED[status], [project_id, id, ...counts]);
    }
    return true;
  });
}

const FINISH = {
  name: "experiments_finish_row",
  text: `
  update experiment_rows r set status = $5, failure = $6, cost_usd = coalesce(cost_usd, 0) + $7::numeric,
    unpriced = coalesce(unpriced, 0) + $8::int, is_unscored = $9, keeps_answer = false
  where r.project_id = $1 and r.experiment_id = $2::uuid and r.place = $3::int and call_id = $4 and status = 'sent'
  returning place`,
};

const countFinished = (status: "answered" | "failed") => ({
  name: `experiments_count_${status}`,
  text: `
  update experiments e set sent = sent - 1, ${status} = ${status} + 1, cost_usd = cost_usd + $3::numeric,
    unpriced = unpriced + $4::int, unscored = unscored + $5::int, busy_ms = busy_ms + ${busyMs("$6::timestamptz")},
    busy_since = case when sent > 1 and busy_since is not null then $6::timestamptz end
  where e.project_id = $1 and e.id = $2::uuid`,
});

const COUNT_FINISHED = { answered: countFinished("answered"), failed: countFinished("failed") };
