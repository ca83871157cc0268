import { coveredBy } from "@/service/store/sql/covered-by";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { requiredText } from "@/service/store/sql/row";

/**
 * The project, within the patterns, of a resource that is identified only by its id; of several, the first by name.
 * This is the only query over all projects: everything after it is read from the one project.
 */
export async function projectOfId(
  database: Database,
  table: "trained_models" | "training_jobs",
  id: string,
  within: readonly string[],
): Promise<string | undefined> {
  const parameters = new Parameters();
  const [row] = await database.query(
    `select o.project_id from ${table} o where o.id = ${parameters.add(id, "text")}::uuid
       and ${coveredBy(within, "o.project_id", parameters)} order by o.project_id limit 1`,
    parameters.values,
  );
  return row && requiredText(row, "project_id");
}
