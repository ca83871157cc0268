import { v7 as uuidV7 } from "uuid";
import { ADMIN_OWNER, type Grant, covers, patternsWith } from "@/lib/contract/grants";
import type { Invitation, InvitationsQuery } from "@/lib/contract/people";
import type { Connection, Database } from "@/service/store/connections/database";
import { coveredBy } from "@/service/store/sql/covered-by";
import { Parameters } from "@/service/store/sql/parameters";
import { type Row, optionalText, requiredText } from "@/service/store/sql/row";
import type { InvitationProblem, NewInvitation } from "./people-store";
import { readGrants } from "./read-person";

const OPEN = "i.used_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()";

export async function createInvitation(
  database: Database,
  { hash, roles, email, note, createdBy, days }: NewInvitation,
): Promise<Invitation> {
  const [row = {}] = await database.query(
    `insert into invitations (id, hash, roles, email, note, created_by, expires_at)
     values ($1::uuid, $2, $3::jsonb, $4, $5, $6, clock_timestamp() + $7 * interval '1 day') returning *`,
    [uuidV7(), hash, JSON.stringify(roles), email ?? null, note ?? null, createdBy, days],
  );
  return invitationIn(row);
}

/** Those that can still be used, newest first. */
export async function queryInvitations(
  database: Database,
  { created_by: createdBy, limit, offset }: InvitationsQuery,
  within: readonly string[],
): Promise<Invitation[]> {
  const parameters = new Parameters();
  const conditions = [OPEN, rolesCovered(within, parameters)];
  if (createdBy) conditions.push(`i.created_by = ${parameters.add(createdBy, "text")}`);
  const rows = await database.query(
    `select i.* from invitations i where ${conditions.join(" and ")} order by i.id desc
     limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(offset ?? 0, "bigint")}`,
    parameters.values,
  );
  return rows.map(invitationIn);
}

/** Undefined if absent or not within, or if it was used before. One that was already revoked keeps its date. */
export async function revokeInvitation(
  database: Database,
  id: string,
  within: readonly string[],
): Promise<Invitation | undefined> {
  const parameters = new Parameters();
  const [row] = await database.query(
    `update invitations i set revoked_at = coalesce(i.revoked_at, clock_timestamp())
     where i.id = ${parameters.add(id, "text")}::uuid and i.used_at is null and ${rolesCovered(within, parameters)}
     returning i.*`,
    parameters.values,
  );
  return row && invitationIn(row);
}

/** The invitation of a token, with the roles that it gives now and the name of who made it; or why it cannot be used. */
export async function readInvitation(
  database: Database,
  hash: string,
): Promise<{ invitation: Invitation; by: string } | { problem: InvitationProblem }> {
  const [row] = await database.query(
    `select i.*, i.expires_at <= clock_timestamp() as has_expired, coalesce(p.name, p.email) as by
     from invitations i left join people p on p.owner = i.created_by where i.hash = $1`,
    [hash],
  );
  const problem = problemOf(row);
  if (!row || problem) return { problem: problem ?? "unknown" };
  const invitation = invitationIn(row);
  const roles = await rolesGiven(database, invitation);
  if (roles.length === 0) return { problem: "worthless" };
  return { invitation: { ...invitation, roles }, by: optionalText(row, "by") ?? invitation.created_by };
}

/** An invitation of a transaction, which nobody else can use meanwhile. */
export type Held = { id: string; roles: Grant[]; email?: string; createdBy: string };

/** Holds the invitation of a token until the transaction ends; or says why it cannot be used. */
export async function holdInvitation(connection: Connection, hash: string): Promise<Held | InvitationProblem> {
  const [row] = await connection.query(
    "select i.*, i.expires_at <= clock_timestamp() as has_expired from invitations i where i.hash = $1 for update",
    [hash],
  );
  const problem = problemOf(row);
  if (!row || problem) return problem ?? "unknown";
  const invitation = invitationIn(row);
  const roles = await rolesGiven(connection, invitation);
  const { id, email, created_by: createdBy } = invitation;
  return roles.length === 0 ? "worthless" : { id, roles, email, createdBy };
}

/** Those of its roles that who made it may still give: as the person, or the keys of that name, that they are now. */
async function rolesGiven(
  connection: Pick<Connection, "query">,
  { roles, created_by: createdBy }: Invitation,
): Promise<Grant[]> {
  if (createdBy === ADMIN_OWNER) return roles;
  const rows = await connection.query(
    `select p.roles || p.group_roles as roles from people p where p.owner = $1 and p.turned_off_at is null
     union all
     select k.roles from api_keys k where k.owner = $1 and k.revoked_at is null`,
    [createdBy],
  );
  const patterns = patternsWith(
    rows.flatMap((row) => readGrants(row, "roles")),
    "admin",
  );
  return roles.filter(({ project_pattern }) => patterns.some((pattern) => covers(pattern, project_pattern)));
}

/** Uses up an invitation that the transaction holds. */
export async function useUp(connection: Connection, { id }: Held, owner: string): Promise<void> {
  await connection.query("update invitations set used_at = clock_timestamp(), used_by = $2 where id = $1::uuid", [
    id,
    owner,
  ]);
}

function problemOf(row: Row | undefined): InvitationProblem | undefined {
  if (!row) return "unknown";
  if (optionalText(row, "used_at") !== undefined) return "used";
  if (optionalText(row, "revoked_at") !== undefined) return "revoked";
  return row["has_expired"] === true ? "expired" : undefined;
}

function rolesCovered(within: readonly string[], parameters: Parameters): string {
  return `not exists (select from jsonb_array_elements(i.roles) as given (role)
    where not ${coveredBy(within, "(given.role ->> 'project_pattern')", parameters)})`;
}

function invitationIn(row: Row): Invitation {
  return {
    id: requiredText(row, "id"),
    roles: readGrants(row, "roles"),
    email: optionalText(row, "email"),
    note: optionalText(row, "note"),
    created_by: requiredText(row, "created_by"),
    created_at: requiredText(row, "created_at"),
    expires_at: requiredText(row, "expires_at"),
    revoked_at: optionalText(row, "revoked_at"),
  };
}
