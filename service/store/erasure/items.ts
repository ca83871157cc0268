import type { ErasedKind } from "@/lib/contract/erasure";
import type { Connection } from "@/service/store/connections/database";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";

export type ErasureKey = { project_id: string; id: string };

/**
 * What has been erased, and besides: threads of erased calls; calls that were derived from erased ones and are still to be
 * erased; and files that erased calls refer to, which are erased if nothing else does.
 */
export type ItemKind = ErasedKind | "threads" | "derived" | "referenced_files";

const ADD = `
  insert into erased_items (project_id, erasure_id, kind, id)
  select $1::text, $2::uuid, $3::text, id from unnest($4::text[]) as found (id)
  on conflict do nothing returning id`;

/** Notes items; returns those that were not known. */
export async function addItems(
  connection: Connection,
  { project_id, id }: ErasureKey,
  kind: ItemKind,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const sorted = [...new Set(ids)].toSorted();
  const rows = await connection.query(ADD, [project_id, id, kind, textArray(sorted)]);
  return rows.map((row) => requiredText(row, "id"));
}

/** Those of the ids that are items of a kind. */
export async function knownItems(
  connection: Connection,
  { project_id, id }: ErasureKey,
  kind: ItemKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await connection.query(
    `select id from erased_items
     where project_id = $1 and erasure_id = $2::uuid and kind = $3 and id = any($4::text[])`,
    [project_id, id, kind, textArray(ids)],
  );
  return new Set(rows.map((row) => requiredText(row, "id")));
}

/** Pages of the items of a kind, in order. */
export async function* itemPages(
  connection: Connection,
  { project_id, id }: ErasureKey,
  kind: ItemKind,
): AsyncGenerator<string[]> {
  for (let after = ""; ;) {
    const rows = await connection.query(
      `select id from erased_items where project_id = $1 and erasure_id = $2::uuid and kind = $3 and id > $4
       order by id limit 500`,
      [project_id, id, kind, after],
    );
    const ids = rows.map((row) => requiredText(row, "id"));
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

/** The number of items of each kind. */
export async function countItems(
  connection: Connection,
  { project_id, id }: ErasureKey,
): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.query(
    "select kind, count(*) as count from erased_items where project_id = $1 and erasure_id = $2::uuid group by kind",
    [project_id, id],
  );
  return new Map(rows.map((row) => [requiredText(row, "kind"), requiredNumber(row, "count")]));
}
