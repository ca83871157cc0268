import { type Grant, defaultProjectOf } from "@/lib/contract/grants";
import type { ListedPerson } from "@/lib/contract/people";
import type { Connection, Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { requiredText } from "@/service/store/sql/row";
import { allCovered } from "@/service/store/keys/keys";
import { INVITED } from "./issuers";
import { managed } from "./query-people";
import { stopWorkOf } from "./stopped-work";
import { PERSON_COLUMNS, personIn } from "./read-person";

type Updated = { person: ListedPerson; keysRevoked: number };

/** Why nothing was changed: it is who must not be, or somebody whose key would have no role left. */
type NotUpdated = "except" | "roleless";

/**
 * Changes what admins give a person, in one transaction; undefined if absent or not within. `except` is an owner whom it must
 * not concern. Whoever is turned off has no session, key or open invitation any more, and what they have created stops; turned
 * on again, they may sign in, but keys stay revoked and work stays stopped. The roles of a person
 * without a provider are also those of the key that they got for their invitation.
 */
export async function updatePerson(
  database: Database,
  id: string,
  { roles, turnedOff }: { roles?: readonly Grant[]; turnedOff?: boolean },
  { within, except }: { within: readonly string[]; except: string },
  onBefore: (before: ListedPerson) => void = () => {},
): Promise<Updated | NotUpdated | undefined> {
  return database.transaction(async (connection) => {
    const parameters = new Parameters();
    const [known] = await connection.query(
      `select p.owner, p.issuer from people p where p.id = ${parameters.add(id, "text")}::uuid and ${managed(within, parameters)} for update`,
      parameters.values,
    );
    if (!known) return undefined;
    const owner = requiredText(known, "owner");
    if (owner === except) return "except";
    if (roles?.length === 0 && requiredText(known, "issuer") === INVITED) return "roleless";
    onBefore(await read(connection, id));
    if (roles) await setRoles(connection, id, roles);
    if (turnedOff === true) await stopWorkOf(connection, owner);
    const keysRevoked = turnedOff === true ? await endAll(connection, { id, owner }, within) : 0;
    if (turnedOff !== undefined)
      await connection.query(
        `update people set turned_off_at = case when $2 then coalesce(turned_off_at, clock_timestamp()) end
         where id = $1::uuid`,
        [id, turnedOff],
      );
    return { person: await read(connection, id), keysRevoked };
  });
}

async function read(connection: Connection, id: string): Promise<ListedPerson> {
  const [row = {}] = await connection.query(`select ${PERSON_COLUMNS} from people p where p.id = $1::uuid`, [id]);
  return personIn(row);
}

async function setRoles(connection: Connection, id: string, roles: readonly Grant[]): Promise<void> {
  await connection.query("update people set roles = $2::jsonb where id = $1::uuid", [id, JSON.stringify(roles)]);
  await connection.query(
    "update api_keys set roles = $2::jsonb, default_project = $3 where person_id = $1::uuid and follows_person and revoked_at is null",
    [id, JSON.stringify(roles), defaultProjectOf(roles)],
  );
}

/**
 * Ends what a person could go on with: their keys, and those with their name that the admin manages; returns how many were
 * revoked.
 */
async function endAll(
  connection: Connection,
  { id, owner }: { id: string; owner: string },
  within: readonly string[],
): Promise<number> {
  await connection.query("delete from person_sessions where person_id = $1::uuid", [id]);
  await connection.query(
    `update invitations set revoked_at = clock_timestamp()
     where created_by = $1 and used_at is null and revoked_at is null`,
    [owner],
  );
  const parameters = new Parameters();
  const isNamed = `k.owner = ${parameters.add(owner, "text")} and ${allCovered(within, parameters)}`;
  const revoked = await connection.query(
    `update api_keys k set revoked_at = clock_timestamp()
     where k.revoked_at is null and (k.person_id = ${parameters.add(id, "text")}::uuid or ${isNamed}) returning k.id`,
    parameters.values,
  );
  return revoked.length;
}
