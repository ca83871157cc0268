import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { type Masking, maskingRules } from "@/lib/contract/masking";
import type { Connection } from "@/service/store/connections/database";
import { type Row, optionalText, requiredNumber } from "@/service/store/sql/row";

/** The columns that `maskingOf` reads. */
export const MASKING_COLUMNS = "masking_rules, masking_version, masking_changed_by, masking_changed_at";

const READ = { name: "read_masking", text: `select ${MASKING_COLUMNS} from projects where project_id = $1` };

/** The rules of a project; none if it does not exist yet. Throws `unavailable` for rules of a later version of Loupe. */
export async function readMasking(connection: Connection, projectId: string): Promise<Masking> {
  const [row] = await connection.query(READ, [projectId]);
  return row ? maskingOf(row) : { rules: [], version: 0 };
}

const storedRules = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(maskingRules);

/** The rules in a row. Throws `unavailable` if they are not of this version. */
export function maskingOf(row: Row): Masking {
  const rules = storedRules.safeParse(row.masking_rules);
  // What cannot be read cannot be applied: nothing is stored instead of storing it as it is.
  if (!rules.success)
    throw new AppError("unavailable", "The masking rules of this project are from a newer version of Loupe");
  return {
    rules: rules.data,
    version: requiredNumber(row, "masking_version"),
    changed_by: optionalText(row, "masking_changed_by"),
    changed_at: optionalText(row, "masking_changed_at"),
  };
}
