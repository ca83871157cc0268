import * as z from "zod";
import { type ApiKey, type KeyHolder, type KeysQuery, grant } from "@/lib/contract/keys";
import { ADMIN_OWNER, defaultProjectOf } from "@/lib/contract/grants";
import { highestGrants } from "@/lib/contract/highest-grants";
import { invalidField } from "@/lib/contract/validate";
import { coveredBy } from "@/service/store/sql/covered-by";
import type { Connection, Database } from "@/service/store/connections/database";
import { isManaged } from "@/service/store/people/query-people";
import { type NamedPerson, isLike, peopleNamedLike } from "@/service/store/people/same-name";
import type { KeyCreator, NewKey, StoredKey } from "./keys-store";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, optionalText, requiredText } from "@/service/store/sql/row";

const grants = z.array(grant);

/**
 * Creates a key. One with the name of a person is theirs, and can be created only by themselves and by who manages them.
 * Throws `invalid` for the name of another person or of the admin key, for one that looks like it, and if the person is
 * turned off.
 */
export async function createKey(
  database: Database,
  key: NewKey,
  { within, personId }: KeyCreator = { within: ["*"] },
): Promise<ApiKey> {
  if (isLike(ADMIN_OWNER)(key.owner)) throw nameError("is the name of the admin key");
  return database.transaction(async (connection) => {
    const person = await personOf(connection, key.owner, { within, personId });
    const [row = {}] = await connection.query(
      `insert into api_keys (id, hash, owner, default_project, roles, created_by, person_id)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7::uuid) returning *`,
      [key.id, key.hash, key.owner, key.default_project, JSON.stringify(key.roles), key.created_by, person?.id ?? null],
    );
    return readKey(row);
  });
}

/** The person with a name; undefined if it is nobody's. Throws `invalid` if the name may not be used. */
async function personOf(
  connection: Connection,
  owner: string,
  { within, personId }: KeyCreator,
): Promise<NamedPerson | undefined> {
  const alike = await peopleNamedLike(connection, owner);
  const [first] = alike;
  if (!first) return undefined;
  const person = alike.find((one) => one.owner === owner);
  const mayName = person && (person.id === personId || (await isManaged(connection, person.id, within)));
  if (!mayName) throw nameError("is the name of a person whom you do not manage, or looks like it");
  // Waits for who turns them off at this moment.
  const [row] = await connection.query("select turned_off_at from people where id = $1::uuid for share", [person.id]);
  if (row && optionalText(row, "turned_off_at") !== undefined) throw nameError("is turned off");
  return person;
}

const nameError = (message: string) => invalidField("owner", message);

/** Newest first; revoked ones only when the query includes them. */
export async function queryKeys(
  database: Database,
  { include_revoked, created_by: createdBy, limit, offset }: KeysQuery,
  within: readonly string[],
): Promise<ApiKey[]> {
  const parameters = new Parameters();
  const conditions = [allCovered(within, parameters), ...(include_revoked ? [] : ["k.revoked_at is null"])];
  if (createdBy) conditions.push(`k.created_by = ${parameters.add(createdBy, "text")}`);
  const rows = await database.query(
    `select k.* from api_keys k where ${conditions.join(" and ")} order by k.created_at desc, k.id desc
     limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(offset ?? 0, "bigint")}`,
    parameters.values,
  );
  return rows.map(readKey);
}

/** Undefined if absent or not within. A key that was already revoked keeps its date. */
export async function revokeKey(
  database: Database,
  id: string,
  within: readonly string[],
): Promise<ApiKey | undefined> {
  const parameters = new Parameters();
  const [row] = await database.query(
    `update api_keys k set revoked_at = coalesce(k.revoked_at, clock_timestamp())
     where k.id = ${parameters.add(id, "text")} and ${allCovered(within, parameters)} returning k.*`,
    parameters.values,
  );
  return row && readKey(row);
}

const FIND_KEYS = `
  select id, hash, owner, person_id::text as person_id, default_project, roles, null::float8 as checked,
    null::float8 as failed
  from api_keys where id = any($1::text[]) and revoked_at is null
  union all
  select s.id, s.hash, s.owner, s.person_id::text, '', s.roles || p.roles, extract(epoch from clock_timestamp() - s.checked_at)::float8,
    extract(epoch from clock_timestamp() - s.check_failed_at)::float8
  from person_sessions s join people p on p.id = s.person_id
  where s.id = any($1::text[]) and s.expires_at > clock_timestamp() and p.turned_off_at is null
    and s.roles || p.roles <> '[]'`;

/**
 * The keys with these ids that exist and are not revoked, and those of people's sessions that have not ended: with the roles
 * of their groups, and those that admins give them.
 */
export async function findKeys(database: Database, ids: readonly string[]): Promise<StoredKey[]> {
  const rows = await database.control.query(FIND_KEYS, [ids]);
  return rows.map((row) => {
    const checked = optionalNumber(row, "checked");
    const personId = optionalText(row, "person_id");
    const holder = {
      ...readHolder(row),
      ...(personId !== undefined && { person_id: personId }),
      hash: requiredText(row, "hash"),
    };
    if (checked === undefined) return holder;
    const roles = highestGrants(holder.roles);
    const session = { checked, failed: optionalNumber(row, "failed") };
    return { ...holder, roles, default_project: defaultProjectOf(roles), session };
  });
}

/** Sets the last use to now, unless that was less than a minute ago. */
export async function recordKeyUse(database: Database, id: string): Promise<void> {
  await database.control.query(
    `update api_keys set last_used_at = clock_timestamp()
     where id = $1 and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`,
    [id],
  );
}

/** For keys `k`: one can be managed only by a key that may manage every project it has a role on. */
export function allCovered(within: readonly string[], parameters: Parameters): string {
  return `not exists (select from jsonb_array_elements(k.roles) as given (role)
    where not ${coveredBy(within, "(given.role ->> 'project_pattern')", parameters)})`;
}

function readKey(row: Row): ApiKey {
  return {
    ...readHolder(row),
    created_at: requiredText(row, "created_at"),
    created_by: optionalText(row, "created_by"),
    last_used_at: optionalText(row, "last_used_at"),
    revoked_at: optionalText(row, "revoked_at"),
  };
}

function readHolder(row: Row): KeyHolder {
  return {
    id: requiredText(row, "id"),
    owner: requiredText(row, "owner"),
    default_project: requiredText(row, "default_project"),
    roles: grants.parse(JSON.parse(requiredText(row, "roles"))),
  };
}
