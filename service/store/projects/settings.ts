import { AppError } from "@/lib/contract/app-error";
import { LABELS_PER_OBJECT } from "@/lib/contract/limits";
import { MAIN_CURRENCY } from "@/lib/contract/currencies";
import { costBasis, type ProjectSettings, type SettingsChange } from "@/lib/contract/projects";
import type { Connection, Database } from "@/service/store/connections/database";
import { ensureProjects } from "./projects";
import { labelsOf } from "@/service/store/sql/labels";
import { requiredText } from "@/service/store/sql/row";

const DEFAULTS: ProjectSettings = { cost_basis: "stated", main_currency: MAIN_CURRENCY, protected_labels: [] };

const READ = {
  name: "read_settings",
  text: `select cost_basis, main_currency, array_to_string(protected_labels, ' ') as protected_labels
    from projects where project_id = $1`,
};

const LOCK = {
  name: "lock_settings",
  text: "select 1 from projects where project_id = $1 for no key update",
};

const UPDATE = {
  name: "update_settings",
  text: `update projects set cost_basis = coalesce($2, cost_basis), main_currency = coalesce($4, main_currency),
    protected_labels = $3::text[] where project_id = $1`,
};

/** The settings of a project; of one that does not exist yet, and for values of a later version, the defaults. */
export async function readSettings(connection: Connection, projectId: string): Promise<ProjectSettings> {
  const [row] = await connection.query(READ, [projectId]);
  if (!row) return DEFAULTS;
  return {
    cost_basis: costBasis.safeParse(row.cost_basis).data ?? DEFAULTS.cost_basis,
    main_currency: requiredText(row, "main_currency"),
    protected_labels: labelsOf(requiredText(row, "protected_labels")),
  };
}

/**
 * Changes the given settings, and returns all; concurrent changes are ordered. Creates the project if it does not exist.
 * Throws `invalid` for more protected labels than a project can have.
 */
export async function updateSettings(
  database: Database,
  projectId: string,
  { cost_basis, main_currency, protect_labels, unprotect_labels }: SettingsChange,
  onBefore: (before: ProjectSettings) => void = () => {},
): Promise<ProjectSettings> {
  await ensureProjects(database, new Set([projectId]));
  return database.transaction(async (connection) => {
    await connection.query(LOCK, [projectId]);
    const settings = await readSettings(connection, projectId);
    onBefore(settings);
    const { protected_labels: before } = settings;
    const labels = new Set([
      ...before.filter((label) => !unprotect_labels?.includes(label)),
      ...(protect_labels ?? []),
    ]);
    if (labels.size > Math.max(LABELS_PER_OBJECT, before.length))
      throw new AppError("invalid", `A project can have at most ${LABELS_PER_OBJECT} protected labels`);
    await connection.query(UPDATE, [projectId, cost_basis ?? null, [...labels].toSorted(), main_currency ?? null]);
    return readSettings(connection, projectId);
  });
}
