import { costBasis, type ProjectSettings } from "@/lib/contract/projects";
import type { Connection, Database } from "@/service/store/connections/database";
import { ensureProjects } from "./projects";
import { labelsOf } from "@/service/store/sql/labels";
import { requiredText } from "@/service/store/sql/row";

const DEFAULTS: ProjectSettings = { cost_basis: "stated", protected_labels: [] };

const READ = {
  name: "read_settings",
  text: `select cost_basis, array_to_string(protected_labels, ' ') as protected_labels
    from projects where project_id = $1`,
};

const UPDATE = {
  name: "update_settings",
  text: `update projects set cost_basis = coalesce($2, cost_basis),
      protected_labels = coalesce($3::text[], protected_labels)
    where project_id = $1`,
};

/** The settings of a project; of one that does not exist yet, and for values of a later version, the defaults. */
export async function readSettings(connection: Connection, projectId: string): Promise<ProjectSettings> {
  const [row] = await connection.query(READ, [projectId]);
  if (!row) return DEFAULTS;
  return {
    cost_basis: costBasis.safeParse(row.cost_basis).data ?? DEFAULTS.cost_basis,
    protected_labels: labelsOf(requiredText(row, "protected_labels")),
  };
}

/** Changes the given settings, and returns all. Creates the project if it does not exist. */
export async function updateSettings(
  database: Database,
  projectId: string,
  { cost_basis, protected_labels }: Partial<ProjectSettings>,
): Promise<ProjectSettings> {
  await ensureProjects(database, new Set([projectId]));
  const labels = protected_labels && [...new Set(protected_labels)].toSorted();
  await database.query(UPDATE, [projectId, cost_basis ?? null, labels ?? null]);
  return readSettings(database, projectId);
}
