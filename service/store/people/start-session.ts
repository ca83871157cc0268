import { v7 as uuidV7 } from "uuid";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import type { NewSession, Person, UsedToken } from "./people-store";

type Started = { owner: string; expiresAt: string };

/** Why nobody was signed in: the token has been used before, or the person is turned off. */
type NotStarted = "used" | "turned_off";

/**
 * Signs a person in: uses the token up, stores what is known of the person and starts the session, in one transaction.
 * A person who is new gets the first of the names in `owners` that nobody else has, and keeps it.
 */
export async function startPersonSession(
  database: Database,
  person: Person & { owners: readonly string[] },
  session: NewSession,
  token: UsedToken,
): Promise<Started | NotStarted> {
  return database.transaction(async (connection) => {
    await connection.query("delete from used_id_tokens where expires_at < clock_timestamp()");
    await connection.query("delete from person_sessions where expires_at < clock_timestamp()");
    const [used] = await connection.query(
      `insert into used_id_tokens (hash, expires_at) values ($1, $2::timestamptz) on conflict (hash) do nothing
       returning hash`,
      [token.hash, token.expiresAt.toISOString()],
    );
    if (!used) return "used";
    const known = await keepPerson(connection, person);
    if (optionalText(known, "turned_off_at") !== undefined) return "turned_off";
    return insertSession(connection, known, session);
  });
}

async function keepPerson(connection: Connection, person: Person & { owners: readonly string[] }): Promise<Row> {
  const shown = [person.name ?? null, person.email ?? null, person.picture ?? null];
  const update = async () => {
    const [known] = await connection.query(
      `update people set name = $3, email = $4, picture = $5, last_seen_at = clock_timestamp()
       where issuer = $1 and subject = $2 returning *`,
      [person.issuer, person.subject, ...shown],
    );
    return known;
  };
  for (const owner of person.owners) {
    const known = await update();
    if (known) return known;
    const [added] = await connection.query(
      `insert into people (id, issuer, subject, owner, name, email, picture) values ($1::uuid, $2, $3, $4, $5, $6, $7)
       on conflict do nothing returning *`,
      [uuidV7(), person.issuer, person.subject, owner, ...shown],
    );
    if (added) return added;
  }
  // Another sign-in of the same person was faster.
  const known = await update();
  if (!known) throw new Error("no name is left for this person");
  return known;
}

async function insertSession(connection: Connection, person: Row, session: NewSession): Promise<Started> {
  const owner = requiredText(person, "owner");
  const [row = {}] = await connection.query(
    `insert into person_sessions
       (id, hash, person_id, owner, default_project, roles, groups, provider_session, sealed_tokens, expires_at)
     values ($1, $2, $3::uuid, $4, $5, $6::jsonb, $7, $8, $9, clock_timestamp() + $10 * interval '1 second')
     returning expires_at`,
    [
      session.id,
      session.hash,
      requiredText(person, "id"),
      owner,
      session.defaultProject,
      JSON.stringify(session.roles),
      JSON.stringify(session.groups),
      session.providerSession ?? null,
      session.sealedTokens,
      session.seconds,
    ],
  );
  return { owner, expiresAt: requiredText(row, "expires_at") };
}
