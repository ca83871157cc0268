import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { type ApiKey, type KeyHolder, type KeysQuery, grant } from "@/lib/contract/keys";
import { defaultProjectOf } from "@/lib/contract/grants";
import { highestGrants } from "@/lib/contract/highest-grants";
import { coveredBy } from "@/service/store/sql/covered-by";
import type { Database } from "@/service/store/connections/database";
import type { NewKey, StoredKey } from "./keys-store";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalNumber, optionalText, requiredText } from "@/service/store/sql/row";

const grants = z.array(grant);

/** Throws `invalid` if the owner is a person who is turned off. */
export async function createKey(database: Database, key: NewKey): Promise<ApiKey> {
  const [row] = await database.query(
    `insert into api_keys (id, hash, owner, default_project, roles, created_by)
     select $1, $2, $3::text, $4, $5::jsonb, $6
     where not exists (select from people where owner = $3::text and turned_off_at is not null) returning *`,
    [key.id, key.hash, key.owner, key.default_project, JSON.stringify(key.roles), key.created_by],
  );
  if (row) return readKey(row);
  throw new AppError("invalid", "The owner is a person who is turned off; turn them on again first", {
    errors: [{ path: "owner", message: "is turned off" }],
  });
}

/** Newest first; revoked ones only when the query includes them. */
export async function queryKeys(
  database: Database,
  { include_revoked, limit, offset }: KeysQuery,
  within: readonly string[],
): Promise<ApiKey[]> {
  const parameters = new Parameters();
  const conditions = [allCovered(within, parameters), ...(include_revoked ? [] : ["k.revoked_at is null"])];
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
  select id, hash, owner, default_project, roles, null::float8 as checked, null::float8 as failed
  from api_keys where id = any($1::text[]) and revoked_at is null
  union all
  select s.id, s.hash, s.owner, '', s.roles || p.roles, extract(epoch from clock_timestamp() - s.checked_at)::float8,
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
    const holder = { ...readHolder(row), hash: requiredText(row, "hash") };
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

/** A key can be managed only by a key that may manage every project it has a role on. */
function allCovered(within: readonly string[], parameters: Parameters): string {
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
