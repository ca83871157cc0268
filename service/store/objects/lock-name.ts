import { AppError } from "@/lib/contract/app-error";
import type { Connection } from "@/service/store/connections/database";

/**
 * Orders this transaction with all others that publish or delete versions of an object, or move its labels. Throws
 * `not_found` for a name that never existed.
 */
export async function lockName(
  connection: Connection,
  { project_id, object_id }: { project_id: string; object_id: string },
): Promise<void> {
  const [name] = await connection.query(LOCK_NAME, [project_id, object_id]);
  if (!name) throw new AppError("not_found", `There is no object ${object_id} in project ${project_id}`);
}

const LOCK_NAME = "select 1 from object_names where project_id = $1 and object_id = $2 for update";
