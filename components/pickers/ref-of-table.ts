import { versionRef } from "@/lib/contract/refs";
import { tableRef } from "@/lib/contract/table-refs";
import type { ListedTable } from "@/lib/queries/tables";

/** The ref of the version that names a table, otherwise of the table itself. */
export function refOfTable(projectId: string, { digest, dataset }: Pick<ListedTable, "digest" | "dataset">): string {
  if (!dataset) return tableRef(projectId, digest);
  return versionRef(projectId, { kind: "object", name: dataset.object_id, digest: dataset.digest });
}
