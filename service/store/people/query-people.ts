import { ROLES, type Role } from "@/lib/contract/endpoint";
import type { ListedPerson, PeopleQuery } from "@/lib/contract/people";
import type { Database } from "@/service/store/connections/database";
import { coveredBy } from "@/service/store/sql/covered-by";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalText, requiredText } from "@/service/store/sql/row";
import { withPictures } from "./pictures";
import { PERSON_COLUMNS, personIn } from "./read-person";

/** What is shown of a person, and what a search finds. */
const SHOWN = "coalesce(p.name, p.email, p.owner)";
const TEXTS = "concat_ws(' ', p.name, p.email, p.owner)";

/** People, those who are turned off last, by name. */
export async function queryPeople(
  database: Database,
  { search, limit, offset }: PeopleQuery,
  within: readonly string[],
): Promise<ListedPerson[]> {
  const parameters = new Parameters();
  const conditions = [managed(within, parameters), ...(search ? [found(search, parameters)] : [])];
  const rows = await database.query(
    `select ${PERSON_COLUMNS} from people p where ${conditions.join(" and ")}
     order by p.turned_off_at is not null, loupe_fold(${SHOWN}), p.id
     limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(offset ?? 0, "bigint")}`,
    parameters.values,
  );
  return withPictures(database, rows.map(personIn));
}

/** The names of people: of these owners, or of those who have at least that role on the project. */
export async function peopleNames(
  database: Database,
  asked: { owners?: readonly string[]; projectId?: string; role?: Role; search?: string; limit: number },
): Promise<{ owner: string; name: string | undefined }[]> {
  const parameters = new Parameters();
  const conditions: string[] = [];
  if (asked.owners) conditions.push(`p.owner = any(${parameters.add(asked.owners, "text[]")})`);
  if (asked.projectId !== undefined)
    conditions.push("p.turned_off_at is null", hasRole(asked.projectId, asked.role ?? "viewer", parameters));
  if (asked.search) conditions.push(found(asked.search, parameters));
  const rows = await database.query(
    `select p.owner, coalesce(p.name, p.email) as name from people p where ${conditions.join(" and ")}
     order by loupe_fold(${SHOWN}), p.id limit ${parameters.add(asked.limit, "bigint")}`,
    parameters.values,
  );
  return rows.map((row) => ({ owner: requiredText(row, "owner"), name: optionalText(row, "name") }));
}

/**
 * A person is managed only by who may manage every project that the person, or a key of theirs, has a role on; one without
 * any role by who may manage all projects.
 */
export function managed(within: readonly string[], parameters: Parameters): string {
  if (within.includes("*")) return "true";
  const ofKeys = `(select coalesce(jsonb_agg(key_role), '[]') from api_keys k, jsonb_array_elements(k.roles) as key_role
    where k.owner = p.owner and k.revoked_at is null)`;
  return `jsonb_array_length(p.roles || p.group_roles) > 0 and not exists (
    select from jsonb_array_elements(p.roles || p.group_roles || ${ofKeys}) as given (role)
    where not ${coveredBy(within, "(given.role ->> 'project_pattern')", parameters)})`;
}

function found(search: string, parameters: Parameters): string {
  const text = parameters.add(search, "text");
  return `strpos(loupe_fold(${TEXTS}), loupe_fold(${text})) > 0`;
}

function hasRole(projectId: string, role: Role, parameters: Parameters): string {
  const [entity = ""] = projectId.split("/");
  const patterns = parameters.add(["*", `${entity}/*`, projectId], "text[]");
  const roles = parameters.add(ROLES.slice(ROLES.indexOf(role)), "text[]");
  return `exists (select from jsonb_array_elements(p.roles || p.group_roles) as given (role)
    where given.role ->> 'project_pattern' = any(${patterns}) and given.role ->> 'role' = any(${roles}))`;
}
