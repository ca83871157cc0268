import type { Database } from "@/service/store/connections/database";
import { optionalText, requiredText } from "@/service/store/sql/row";

/**
 * Ends a session, if a check that began then has found that it must end, still the last one; returns its sealed tokens,
 * undefined if there was none.
 */
export async function endPersonSession(database: Database, id: string, beganAt?: string): Promise<string | undefined> {
  const [row] = await database.query(
    `delete from person_sessions where id = $1 and ($2::timestamptz is null or check_began_at = $2::timestamptz)
     returning sealed_tokens`,
    [id, beganAt ?? null],
  );
  return row && optionalText(row, "sealed_tokens");
}

/**
 * Ends the sessions of a provider's session, or all of a person if that is not given; returns the owner of each. If both are
 * given, the sessions must match both.
 */
export async function endPersonSessionsOf(
  database: Database,
  issuer: string,
  { subject, providerSession }: { subject?: string; providerSession?: string },
): Promise<string[]> {
  if (subject === undefined && providerSession === undefined) return [];
  const rows = await database.query(
    `delete from person_sessions s using people p
     where p.id = s.person_id and p.issuer = $1 and ($2::text is null or p.subject = $2)
       and ($3::text is null or s.provider_session = $3)
     returning s.owner`,
    [issuer, subject ?? null, providerSession ?? null],
  );
  return rows.map((row) => requiredText(row, "owner"));
}
