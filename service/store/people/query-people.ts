import { ROLES, type Role } from "@/lib/contract/endpoint";
import type { ListedPerson, PeopleQuery } from "@/lib/contract/people";
import type { Connection, Database } from "@/service/store/connections/database";
import { coveredBy } from "@/service/store/sql/covered-by";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalText, requiredText } from "@/service/store/sql/row";
import { withPictures } from "./pictures";
import { PERSON_COLUMNS, personIn } from "./read-person";

/** What is shown of a person, and what a search finds. */
const SHOWN = "coalesce(p.name, p.email, p.owner)";
const TEXTS = "concat_ws(' ', p.name, p.email, p.owner)";

const ROLES_OF_KEYS = `(select coalesce(jsonb_agg(key_role), '[]')
  from api_keys k, jsonb_array_elements(k.roles) as key_role where k.person_id = p.id and k.revoked_at is null)`;

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

/** A person within the patterns, without their picture; undefined if there is none. */
export async function readPerson(
  database: Database,
  id: string,
  within: readonly string[],
): Promise<ListedPerson | undefined> {
  const parameters = new Parameters();
  const isOne = `p.id = ${parameters.add(id, "text")}::uuid and ${managed(within, parameters)}`;
  const [row] = await database.query(`select ${PERSON_COLUMNS} from people p where ${isOne}`, parameters.values);
  return row && personIn(row);
}

/**
 * The names of people: of these owners, if they have a role on a project within the patterns; or of those who have at least
 * that role on the project.
 */
export async function peopleNames(
  database: Database,
  asked: {
    owners?: readonly string[];
    within: readonly string[];
    projectId?: string;
    role?: Role;
    search?: string;
    limit: number;
  },
): Promise<{ owner: string; name: string | undefined }[]> {
  const parameters = new Parameters();
  const conditions: string[] = [];
  if (asked.owners)
    conditions.push(
      `p.owner = any(${parameters.add(asked.owners, "text[]")})`,
      sharesProject(asked.within, parameters),
    );
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
  return `jsonb_array_length(p.roles || p.group_roles) > 0 and not exists (
    select from jsonb_array_elements(p.roles || p.group_roles || ${ROLES_OF_KEYS}) as given (role)
    where not ${coveredBy(within, "(given.role ->> 'project_pattern')", parameters)})`;
}

/** Whether a person may be managed. */
export async function isManaged(connection: Connection, id: string, within: readonly string[]): Promise<boolean> {
  const parameters = new Parameters();
  const [row] = await connection.query(
    `select 1 from people p where p.id = ${parameters.add(id, "text")}::uuid and ${managed(within, parameters)}`,
    parameters.values,
  );
  return row !== undefined;
}

function found(search: string, parameters: Parameters): string {
  const text = parameters.add(search, "text");
  return `strpos(loupe_fold(${TEXTS}), loupe_fold(${text})) > 0`;
}

/** A person is known to whoever may read a project that the person has, or a key of theirs, a role on. */
function sharesProject(within: readonly string[], parameters: Parameters): string {
  if (within.includes("*")) return "true";
  const patterns = parameters.add(within, "text[]");
  const covers = (wide: string, narrow: string) =>
    `${wide} = '*' or ${wide} = ${narrow} or right(${wide}, 2) = '/*' and starts_with(${narrow}, left(${wide}, -1))`;
  return `exists (select from jsonb_array_elements(p.roles || p.group_roles || ${ROLES_OF_KEYS}) as given (role),
      unnest(${patterns}) as pattern
    where ${covers("pattern", "(given.role ->> 'project_pattern')")}
      or ${covers("(given.role ->> 'project_pattern')", "pattern")})`;
}

function hasRole(projectId: string, role: Role, parameters: Parameters): string {
  const [entity = ""] = projectId.split("/");
  const patterns = parameters.add(["*", `${entity}/*`, projectId], "text[]");
  const roles = parameters.add(ROLES.slice(ROLES.indexOf(role)), "text[]");
  return `exists (select from jsonb_array_elements(p.roles || p.group_roles) as given (role)
    where given.role ->> 'project_pattern' = any(${patterns}) and given.role ->> 'role' = any(${roles}))`;
}
