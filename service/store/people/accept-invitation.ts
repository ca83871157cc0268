import { v7 as uuidV7 } from "uuid";
import { type Grant, defaultProjectOf } from "@/lib/contract/grants";
import type { Connection, Database } from "@/service/store/connections/database";
import { holdInvitation, useUp } from "./invitations";
import { requiredText } from "@/service/store/sql/row";
import { INVITED } from "./issuers";
import type { InvitationProblem } from "./people-store";
import { isLike, peopleNamedLike } from "./same-name";

type Accepted = { owner: string; roles: Grant[]; invitationId: string };

/**
 * Creates a person with a key, for an invitation, in one transaction; `key.hash` is the SHA-256 of its whole text, in hex.
 * `taken`: somebody else has the name, or had it once, since whoever has a name may change what was recorded under it.
 */
export async function acceptInvitation(
  database: Database,
  hash: string,
  { name, key }: { name: string; key: { id: string; hash: string } },
): Promise<Accepted | InvitationProblem | "taken"> {
  return database.transaction(async (connection) => {
    const held = await holdInvitation(connection, hash);
    if (typeof held === "string") return held;
    const personId = await addPerson(connection, name, held);
    if (personId === undefined) return "taken";
    await connection.query(
      `insert into api_keys (id, hash, owner, default_project, roles, created_by, person_id, follows_person)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7::uuid, true)`,
      [key.id, key.hash, name, defaultProjectOf(held.roles), JSON.stringify(held.roles), held.createdBy, personId],
    );
    await useUp(connection, held, name);
    return { owner: name, roles: held.roles, invitationId: held.id };
  });
}

/** Undefined if the name is taken: a person or a key has or had it, or one that looks like it. */
async function addPerson(
  connection: Connection,
  name: string,
  { id, roles }: { id: string; roles: readonly Grant[] },
): Promise<string | undefined> {
  if ((await peopleNamedLike(connection, name)).length > 0) return undefined;
  const owners = await connection.query("select distinct owner from api_keys");
  const isLikeName = isLike(name);
  if (owners.some((row) => isLikeName(requiredText(row, "owner")))) return undefined;
  const personId = uuidV7();
  const [added] = await connection.query(
    `insert into people (id, issuer, subject, owner, name, roles) values ($1::uuid, $2, $3, $4, $4, $5::jsonb)
     on conflict do nothing returning id`,
    [personId, INVITED, id, name, JSON.stringify(roles)],
  );
  return added && personId;
}
