import * as z from "zod";
import type { Grant } from "@/lib/contract/grants";
import { grant } from "@/lib/contract/keys";
import type { ListedPerson } from "@/lib/contract/people";
import { INVITED } from "./issuers";
import { type Row, optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";

const grants = z.array(grant);
const names = z.array(z.string());

/** A column with grants. */
export function readGrants(row: Row, column: string): Grant[] {
  return grants.parse(JSON.parse(requiredText(row, column)));
}

/** The columns of people `p` that `personIn` reads. */
export const PERSON_COLUMNS = `p.id, p.owner, p.name, p.email, p.email_is_verified, p.issuer, p.groups, p.group_roles, p.roles, p.created_at, p.turned_off_at,
  (select count(*)::int from api_keys k where k.person_id = p.id and k.revoked_at is null) as keys,
  case when p.issuer = '${INVITED}'
    then greatest(p.last_seen_at, (select max(k.last_used_at) from api_keys k where k.person_id = p.id))
    else p.last_seen_at end as seen_at`;

/** A person as people see them. */
export function personIn(row: Row): ListedPerson {
  return {
    id: requiredText(row, "id"),
    owner: requiredText(row, "owner"),
    name: optionalText(row, "name"),
    email: optionalText(row, "email"),
    email_verified: typeof row.email_is_verified === "boolean" ? row.email_is_verified : undefined,
    signs_in_with: requiredText(row, "issuer") === INVITED ? "key" : "provider",
    groups: names.parse(JSON.parse(requiredText(row, "groups"))),
    group_roles: readGrants(row, "group_roles"),
    roles: readGrants(row, "roles"),
    keys: requiredNumber(row, "keys"),
    created_at: requiredText(row, "created_at"),
    last_seen_at: requiredText(row, "seen_at"),
    turned_off_at: optionalText(row, "turned_off_at"),
  };
}
