import { AppError } from "@/lib/contract/app-error";
import type { Masking, MaskingRule } from "@/lib/contract/masking";
import { readClock } from "@/service/store/connections/clock";
import type { Database } from "@/service/store/connections/database";
import { ensureProjects } from "@/service/store/projects/projects";
import { forgetMasks } from "./project-masks";
import { MASKING_COLUMNS, maskingOf, readMasking } from "./rules";

/** New rules of a project; `replaces` is the version that they replace. */
export interface NewMasking {
  project_id: string;
  rules: readonly MaskingRule[];
  replaces: number;
  changed_by: string;
}

const SET = {
  name: "set_masking",
  text: `
  update projects set masking_rules = $3, masking_version = masking_version + 1, masking_changed_by = $4,
    masking_changed_at = $5::timestamptz
  where project_id = $1::text and masking_version = $2::bigint returning ${MASKING_COLUMNS}`,
};

/**
 * Replaces the rules of a project, which is created if it does not exist. Throws `conflict` if there is a later version,
 * unless it is from the same request, which was repeated.
 */
export async function setMasking(
  database: Database,
  { project_id, rules, replaces, changed_by }: NewMasking,
): Promise<Masking> {
  await ensureProjects(database, new Set([project_id]));
  const row = await database.transaction(async (connection) => {
    const values = [project_id, replaces, JSON.stringify(rules), changed_by, await readClock(connection)];
    const [changed] = await connection.query(SET, values);
    return changed;
  });
  forgetMasks(database, project_id);
  if (row) return maskingOf(row);
  const stored = await readMasking(database, project_id);
  if (stored.version === replaces + 1 && JSON.stringify(stored.rules) === JSON.stringify(rules)) return stored;
  throw new AppError("conflict", "The rules have been changed in the meantime; read them again");
}
