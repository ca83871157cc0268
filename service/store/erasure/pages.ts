import type { Connection } from "@/service/store/connections/database";
import { optionalText } from "@/service/store/sql/row";

/** Rows of which one statement reads the texts: few enough for its time, also if they are large. */
export const PAGE_ROWS = 250;

/** Bounds of a part of a table by its key: greater than `after`, and at most `to` if that is given. */
export type KeyRange = { after: string; to: string | null };

/** A condition on the key of a page, with the placeholders of its bounds. */
export const inRange = (key: string, after: string, to: string) =>
  `${key} > ${after}::text and (${to}::text is null or ${key} <= ${to}::text)`;

/** The rows of a project in a table whose key is one text, in parts, so that no statement takes long. */
export async function* keyPages(
  connection: Connection,
  projectId: string,
  { table, key }: { table: string; key: string },
): AsyncGenerator<KeyRange> {
  for (let after = ""; ;) {
    const [row] = await connection.query(
      `select ${key} as last from ${table} where project_id = $1 and ${key} > $2 order by ${key} offset ${PAGE_ROWS - 1} limit 1`,
      [projectId, after],
    );
    const last = row && optionalText(row, "last");
    yield { after, to: last ?? null };
    if (last === undefined) return;
    after = last;
  }
}
