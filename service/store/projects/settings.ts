import { costBasis, type ProjectSettings } from "@/lib/contract/projects";
import type { Connection, Database } from "@/service/store/connections/database";
import { ensureProjects } from "./projects";

const DEFAULTS: ProjectSettings = { cost_basis: "stated" };

const READ = { name: "read_settings", text: "select cost_basis from projects where project_id = $1" };

const UPDATE = {
  name: "update_settings",
  text: "update projects set cost_basis = coalesce($2, cost_basis) where project_id = $1",
};

/** The settings of a project; of one that does not exist yet, and for values of a later version, the defaults. */
export async function readSettings(connection: Connection, projectId: string): Promise<ProjectSettings> {
  const [row] = await connection.query(READ, [projectId]);
  return { cost_basis: costBasis.safeParse(row?.cost_basis).data ?? DEFAULTS.cost_basis };
}

/** Changes the given settings, and returns all. Creates the project if it does not exist. */
export async function updateSettings(
  database: Database,
  projectId: string,
  { cost_basis }: Partial<ProjectSettings>,
): Promise<ProjectSettings> {
  await ensureProjects(database, new Set([projectId]));
  await database.query(UPDATE, [projectId, cost_basis ?? null]);
  return readSettings(database, projectId);
}
