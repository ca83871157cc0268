import type { ScoringStatus } from "@/lib/contract/scoring";
import { toStorableText } from "@/lib/json/decode";
import type { Database } from "@/service/store/connections/database";
import { type Claimed, HeldRows } from "@/service/store/connections/held-rows";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import { readDefinition, readStatus } from "./read-rules";
import type { FollowedRule, ScoringKey } from "./scoring-store";

const COLUMNS = `e.project_id, e.id::text, definition, budget_usd, created_by, created_at, active_since, backfill_start,
  backfill_end`;

const HELD = new HeldRows<FollowedRule>({
  table: "scoring_rules",
  isOpen: (now) => `status = 'active' and (waiting > 0 or sent > 0 or backfill_start is not null
    or exists (select from scoring_traces t where t.project_id = e.project_id and t.rule_id = e.id)
    or exists (select from scoring_threads t where t.project_id = e.project_id and t.rule_id = e.id
      and t.quiet_at <= ${now}))`,
  columns: COLUMNS,
  read: readFollowed,
  leaveAlone: { set: "status = 'paused', reason = $4", isResumed: true },
});

/** Claims a rule for which something is to be done and which no process holds; undefined if there is none. */
export async function takeScoringRule(
  database: Database,
  holder: string,
  suspects?: "too" | "not",
): Promise<Claimed<FollowedRule> | undefined> {
  return HELD.take(database, holder, suspects);
}

/** Notes that the work on it goes on: see `HeldRows`. */
export async function goOnWithScoringRule(database: Database, holder: string, key: ScoringKey): Promise<void> {
  await HELD.goOn(database, holder, key);
}

/** Renews the lease on a rule, and returns its status; undefined if another process has it, which is final. */
export async function renewScoringRule(
  database: Database,
  holder: string,
  key: ScoringKey,
): Promise<{ status: ScoringStatus } | undefined> {
  const row = await HELD.renew(database, holder, key);
  return row && { status: readStatus(row) };
}

/** Lets another process claim the rule at once. */
export async function releaseScoringRule(database: Database, holder: string, key: ScoringKey): Promise<void> {
  await HELD.release(database, holder, key);
}

/** A held rule as it is now; undefined if it is paused or deleted, or another process has it. */
export async function followedScoringRule(
  database: Database,
  holder: string,
  { project_id, id }: ScoringKey,
): Promise<FollowedRule | undefined> {
  const [row] = await database.query(READ_HELD, [project_id, id, holder]);
  return row && readFollowed(row);
}

const READ_HELD = {
  name: "scoring_rules_read_held",
  text: `
  select ${COLUMNS} from scoring_rules e
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 and status = 'active'`,
};

/** Why a held rule scores nothing at present, or nothing; with `pauses` it is paused for it, unless a person has. */
export async function noteScoringProblem(
  database: Database,
  holder: string,
  { project_id, id }: ScoringKey,
  problem: { reason: string; pauses: boolean } | undefined,
): Promise<void> {
  await database.query(NOTE_PROBLEM, [
    project_id,
    id,
    holder,
    problem ? toStorableText(problem.reason) : null,
    problem?.pauses === true ? "paused" : "active",
  ]);
}

const NOTE_PROBLEM = {
  name: "scoring_rules_note_problem",
  text: `
  update scoring_rules e set reason = $4::text, status = $5::text
  where e.project_id = $1 and e.id = $2::uuid and held_by = $3 and status = 'active'
    and (reason is distinct from $4::text or status <> $5::text)`,
};

function readFollowed(row: Row): FollowedRule {
  const [start, end] = [optionalText(row, "backfill_start"), optionalText(row, "backfill_end")];
  return {
    project_id: requiredText(row, "project_id"),
    id: requiredText(row, "id"),
    definition: readDefinition(row),
    storedDefinition: requiredText(row, "definition"),
    created_by: requiredText(row, "created_by"),
    created_at: requiredText(row, "created_at"),
    activeSince: requiredText(row, "active_since"),
    backfill: start === undefined || end === undefined ? undefined : { start, end },
  };
}
