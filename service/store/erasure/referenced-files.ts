import { PAYLOAD_FIELDS } from "@/service/store/calls/columns";
import type { Connection } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { type ErasureKey, addItems } from "./items";

/** Characters of a digest that name its file: as many as IDs of media have. */
const DIGEST_CHARS = 22;

/**
 * The parts of a text that may be the digest of a file, or its beginning as Langfuse's IDs of media write it, as a
 * subquery with the column `digest`, cut to `DIGEST_CHARS`.
 */
export const digestsIn = (text: string) => `
  select distinct left(replace(replace(token[1], '-', 'X'), '_', 'Y'), ${DIGEST_CHARS}) as digest
  from regexp_matches(${text}, '(?:^|[^0-9A-Za-z_-])([0-9A-Za-z_-]{22,43})(?![0-9A-Za-z_-])', 'g') as tokens (token)`;

export const shortDigest = (digest: string) => `left(${digest}, ${DIGEST_CHARS})`;

/** Where files are referred to: a table, called `t`, the column by which its rows are named, and its texts. */
export type Referring = { table: string; id: string; text: string };

export const PAYLOADS: Referring = {
  table: "call_payloads",
  id: "id",
  text: `concat_ws(' ', ${PAYLOAD_FIELDS.map((field) => `t.${field}`).join(", ")})`,
};

/** Notes the files to which rows refer that are about to be erased. */
export async function noteFiles(
  connection: Connection,
  key: ErasureKey,
  { table, id, text }: Referring,
  ids: readonly string[],
): Promise<void> {
  const some = await connection.query("select 1 from files where project_id = $1 limit 1", [key.project_id]);
  if (some.length === 0) return;
  const rows = await connection.query(
    `select distinct f.digest from ${table} t cross join lateral (${digestsIn(text)}) found
     join files f on f.project_id = $1 and ${shortDigest("f.digest")} = found.digest
     where t.project_id = $1 and t.${id} = any($2::text[])`,
    [key.project_id, textArray(ids)],
  );
  await addItems(
    connection,
    key,
    "referenced_files",
    rows.map((row) => requiredText(row, "digest")),
  );
}
