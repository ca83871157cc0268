import type { StoredTable, TablesQuery } from "@/lib/contract/tables";
import type { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { requiredNumber, requiredText } from "@/service/store/sql/row";
import { type Listing, readList, rowBatches } from "@/service/store/connections/row-batches";

/** Batches of tables, newest first. */
export async function* listTables(
  database: Database,
  query: TablesQuery,
  signal: AbortSignal,
): AsyncGenerator<StoredTable[]> {
  const listing = listingOf(query);
  yield* readList(database, listing, signal, async function* (connection) {
    for await (const rows of rowBatches(connection, listing))
      yield rows.map((row) => ({
        digest: requiredText(row, "digest"),
        count: requiredNumber(row, "count"),
        created_at: requiredText(row, "created_at"),
      }));
  });
}

function listingOf({ project_id, filter, limit, offset }: TablesQuery): Listing {
  const parameters = new Parameters();
  const conditions = [`project_id = ${parameters.add(project_id, "text")}`];
  if (filter?.digests) conditions.push(`digest = any(${parameters.add(filter.digests, "text[]")})`);
  return {
    text: `select digest, created_at, (select coalesce(sum(rows), 0)::bigint from unnest(counts) as c (rows)) as count
      from tables where ${conditions.join(" and ")} order by created_at desc, digest desc
      limit ${parameters.add(limit ?? null, "bigint")} offset ${parameters.add(offset ?? 0, "bigint")}`,
    values: parameters.values,
    wide: false,
    limit: limit ?? undefined,
  };
}
