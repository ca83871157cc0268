import type { Call } from "@/lib/contract/calls";
import { readCall as readCallColumns } from "./call-row";
import { SIZE_COLUMNS } from "./call-columns";
import type { Database } from "./database";
import type { ReadOptions } from "./store";

/** See `Store.readCall`. */
export async function readCall(
  database: Database,
  projectId: string,
  id: string,
  { storageSize, totalStorageSize }: ReadOptions,
): Promise<Call | undefined> {
  const sizes = [
    ...(storageSize ? [SIZE_COLUMNS.storage_size_bytes] : []),
    ...(totalStorageSize ? [SIZE_COLUMNS.total_storage_size_bytes] : []),
  ];
  const [row] = await database.query(
    `select ${["c.*, p.attributes, p.inputs, p.output, p.summary", ...sizes].join(", ")}
     from calls c left join call_payloads p on p.project_id = c.project_id and p.id = c.id
     where c.project_id = $1 and c.id = $2 and c.visible`,
    [projectId, id],
  );
  return row && readCallColumns(row);
}
