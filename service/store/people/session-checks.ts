import type { Database } from "@/service/store/connections/database";
import { LEASE_SECONDS } from "@/service/store/connections/lease";
import { requiredText } from "@/service/store/sql/row";
import type { GroupRights, SessionCheck } from "./people-store";

/**
 * Claims the check of a session's rights, if they were last checked at least so many seconds ago and nobody checks them
 * now; else undefined. A process that does not finish within the time of a lease is considered dead.
 */
export async function claimSessionCheck(
  database: Database,
  id: string,
  olderThanSeconds: number,
): Promise<SessionCheck | undefined> {
  const [row] = await database.control.query(
    `update person_sessions s set check_began_at = clock_timestamp() from people p
     where s.id = $1 and p.id = s.person_id and s.expires_at > clock_timestamp()
       and s.checked_at <= clock_timestamp() - $2 * interval '1 second'
       and (s.check_began_at is null or s.check_began_at < clock_timestamp() - ${LEASE_SECONDS} * interval '1 second')
     returning s.id, s.check_began_at, p.subject, s.sealed_tokens, p.roles <> '[]' as has_own_roles`,
    [id, olderThanSeconds],
  );
  return (
    row && {
      id: requiredText(row, "id"),
      beganAt: requiredText(row, "check_began_at"),
      subject: requiredText(row, "subject"),
      hasOwnRoles: row["has_own_roles"] === true,
      sealedTokens: requiredText(row, "sealed_tokens"),
    }
  );
}

/** Stores what a check has found; nothing if it was claimed anew or the session has ended. */
export async function finishSessionCheck(
  database: Database,
  id: string,
  beganAt: string,
  { groups, roles, sealedTokens }: GroupRights & { sealedTokens: string },
): Promise<void> {
  await database.control.query(
    `with checked as (
       update person_sessions set checked_at = check_began_at, check_began_at = null, check_failed_at = null,
         groups = $3, roles = $4::jsonb, sealed_tokens = $5
       where id = $1 and check_began_at = $2::timestamptz returning person_id)
     update people set last_seen_at = clock_timestamp(), groups = $3, group_roles = $4::jsonb where id in (select person_id from checked)`,
    [id, beganAt, JSON.stringify(groups), JSON.stringify(roles), sealedTokens],
  );
}

/** Stores that the provider could not be asked, and the tokens that it may have replaced meanwhile. */
export async function failSessionCheck(
  database: Database,
  id: string,
  beganAt: string,
  sealedTokens: string,
): Promise<void> {
  await database.control.query(
    `update person_sessions set check_began_at = null, check_failed_at = clock_timestamp(), sealed_tokens = $3
     where id = $1 and check_began_at = $2::timestamptz`,
    [id, beganAt, sealedTokens],
  );
}

/** Stores that the person of a session is in no group that gives them a role. */
export async function clearGroups(database: Database, id: string): Promise<void> {
  await database.control.query(
    `update people set groups = '[]', group_roles = '[]' where id in (select person_id from person_sessions where id = $1)`,
    [id],
  );
}
