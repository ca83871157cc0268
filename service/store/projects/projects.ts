import type { Project } from "@/lib/contract/projects";
import { coveredBy } from "@/service/store/sql/covered-by";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { optionalText, requiredNumber, requiredText } from "@/service/store/sql/row";
import { countOfProject } from "@/service/store/statistics/stale-hours";
import type { ProjectsPage } from "./projects-store";

// Projects that are known to exist, which saves a statement per write. Expires soon, since another process may erase
// one.
const known = new WeakMap<Database["pools"], { ids: Set<string>; since: number }>();
const FRESH_MS = 1_500;

/** Creates the projects that do not exist yet, since the first write creates a project. */
export async function ensureProjects(database: Database, projectIds: ReadonlySet<string>): Promise<void> {
  const existing = knownOf(database);
  const missing = [...projectIds].filter((id) => !existing.has(id));
  if (missing.length === 0) return;
  await database.query(
    "insert into projects (project_id) select unnest($1::text[]) on conflict (project_id) do nothing",
    [missing.sort()],
  );
  for (const id of missing) existing.add(id);
}

function knownOf(database: Database): Set<string> {
  const now = performance.now();
  const found = known.get(database.pools);
  if (found && now - found.since < FRESH_MS) return found.ids;
  const ids = new Set<string>();
  known.set(database.pools, { ids, since: now });
  return ids;
}

/** Projects that the patterns `within` cover, by name. */
export async function listProjects(database: Database, { within, limit, offset }: ProjectsPage): Promise<Project[]> {
  const parameters = new Parameters();
  const rows = await database.query(
    `select project_id, created_at,
       ${countOfProject("p.project_id")} as calls,
       (select started_at from calls c where c.project_id = p.project_id and visible
        order by started_at desc, id desc limit 1) as last_call_at
     from projects p where ${coveredBy(within, "p.project_id", parameters)} order by project_id
     limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(offset ?? 0, "bigint")}`,
    parameters.values,
  );
  return rows.map((row) => ({
    project_id: requiredText(row, "project_id"),
    created_at: requiredText(row, "created_at"),
    calls: requiredNumber(row, "calls"),
    last_call_at: optionalText(row, "last_call_at"),
  }));
}
