import { v7 as uuidV7 } from "uuid";
import type { Grant } from "@/lib/contract/grants";
import { highestGrants } from "@/lib/contract/highest-grants";
import type { Connection, Database } from "@/service/store/connections/database";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import { type Held, holdInvitation, useUp } from "./invitations";
import type { GroupRights, InvitationProblem, NewSession, Person, UsedToken } from "./people-store";
import { readGrants } from "./read-person";
import { peopleNamedLike } from "./same-name";

/** `picture`: the address of the person's picture, if it has not been read yet. */
type Started = {
  personId: string;
  owner: string;
  roles: Grant[];
  expiresAt: string;
  invitationId?: string;
  picture?: string;
};

/** Why nobody was signed in. `used`: the ID token; `no_rights`: neither by groups nor by an admin. */
type NotStarted = "used" | "turned_off" | "no_rights" | { problem: InvitationProblem };

/** What a sign-in brings: what the provider says of the person, with the names that they may be recorded under, the best first. */
type Arriving = Person & { owners: readonly string[]; verifiedEmail?: string };

/**
 * Signs a person in: uses the ID token and the invitation up, stores what is known of the person and starts the session, in
 * one transaction. A person who is new gets the first of the names in `owners` that nobody else has, and keeps it.
 * `invitation`: the SHA-256 of its token, in hex.
 */
export async function startPersonSession(
  database: Database,
  person: Arriving,
  session: NewSession,
  token: UsedToken,
  invitation?: string,
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
    const known = await findPerson(connection, person);
    if (known && optionalText(known, "turned_off_at") !== undefined) return "turned_off";
    const held = invitation === undefined ? undefined : await holdFor(connection, invitation, person);
    if (typeof held === "string") return { problem: held };
    const own = highestGrants([...(known ? readGrants(known, "roles") : []), ...(held?.roles ?? [])]);
    if (own.length === 0 && session.roles.length === 0) return "no_rights";
    const kept = await keepPerson(connection, person, { ...session, own });
    if (held) await useUp(connection, held, requiredText(kept, "owner"));
    return { ...(await insertSession(connection, kept, session)), ...(held && { invitationId: held.id }) };
  });
}

async function findPerson(connection: Connection, { issuer, subject }: Person): Promise<Row | undefined> {
  const sql = "select roles, turned_off_at from people where issuer = $1 and subject = $2 for update";
  const [row] = await connection.query(sql, [issuer, subject]);
  return row;
}

async function holdFor(
  connection: Connection,
  hash: string,
  { verifiedEmail }: Arriving,
): Promise<Held | InvitationProblem> {
  const held = await holdInvitation(connection, hash);
  if (typeof held === "string" || held.email === undefined) return held;
  return held.email.toLowerCase() === verifiedEmail?.toLowerCase() ? held : "other_address";
}

/** What a session needs of a person. */
const KEPT = "id, owner, roles, case when picture_bytes is null then picture end as unread_picture";

/** What becomes of a person's rights: their own are added to, those of groups are replaced. */
type Kept = GroupRights & { own: readonly Grant[] };

async function keepPerson(connection: Connection, person: Arriving, { groups, roles, own }: Kept): Promise<Row> {
  const isVerified = person.email === undefined ? null : person.verifiedEmail === person.email;
  const shown = [person.name ?? null, person.email ?? null, person.picture ?? null, isVerified];
  const rights = [JSON.stringify(own), JSON.stringify(groups), JSON.stringify(roles)];
  const update = async () => {
    const [known] = await connection.query(
      `update people set name = $3, email = $4, picture = $5, email_is_verified = $6,
         picture_type = case when picture = $5 then picture_type end,
         picture_bytes = case when picture = $5 then picture_bytes end, roles = $7::jsonb, groups = $8, group_roles = $9::jsonb,
         last_seen_at = clock_timestamp()
       where issuer = $1 and subject = $2 returning ${KEPT}`,
      [person.issuer, person.subject, ...shown, ...rights],
    );
    return known;
  };
  const known = await update();
  if (known) return known;
  for (const owner of await freeNames(connection, person.owners)) {
    const [added] = await connection.query(
      `insert into people (id, issuer, subject, owner, name, email, picture, email_is_verified, roles, groups, group_roles)
       values ($1::uuid, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11::jsonb) on conflict do nothing returning ${KEPT}`,
      [uuidV7(), person.issuer, person.subject, owner, ...shown, ...rights],
    );
    if (added) return added;
  }
  // Another sign-in of the same person was faster.
  const arrived = await update();
  if (!arrived) throw new Error("no name is left for this person");
  return arrived;
}

/** Names that nobody has, and that look like no other; the last, which has the provider's id, whatever it looks like. */
async function freeNames(connection: Connection, owners: readonly string[]): Promise<string[]> {
  const free: string[] = [];
  for (const [index, owner] of owners.entries())
    if (index === owners.length - 1 || (await peopleNamedLike(connection, owner)).length === 0) free.push(owner);
  return free;
}

async function insertSession(connection: Connection, person: Row, session: NewSession): Promise<Started> {
  const [personId, owner] = [requiredText(person, "id"), requiredText(person, "owner")];
  const [row = {}] = await connection.query(
    `insert into person_sessions (id, hash, person_id, owner, roles, groups, provider_session, sealed_tokens, expires_at)
     values ($1, $2, $3::uuid, $4, $5::jsonb, $6, $7, $8, clock_timestamp() + $9 * interval '1 second')
     returning expires_at`,
    [
      session.id,
      session.hash,
      personId,
      owner,
      JSON.stringify(session.roles),
      JSON.stringify(session.groups),
      session.providerSession ?? null,
      session.sealedTokens,
      session.seconds,
    ],
  );
  const roles = highestGrants([...session.roles, ...readGrants(person, "roles")]);
  const picture = optionalText(person, "unread_picture");
  return { personId, owner, roles, expiresAt: requiredText(row, "expires_at"), picture };
}
