import type { Call } from "@/lib/contract/calls";
import { readCall as readCallColumns } from "./call-row";
import { CALL_COLUMNS, PAYLOAD_JOIN, selectList } from "./call-columns";
import type { Database } from "./database";
import type { ReadOptions } from "./store";

const SIZES = ["storage_size_bytes", "total_storage_size_bytes"] as const;

/** See `Store.readCall`. */
export async function readCall(
  database: Database,
  projectId: string,
  id: string,
  { storageSize, totalStorageSize }: ReadOptions,
): Promise<Call | undefined> {
  const sizes = SIZES.filter((size) => (size === "storage_size_bytes" ? storageSize : totalStorageSize));
  const [row] = await database.query(
    {
      name: ["read_call", ...sizes].join(" "),
      text: `select ${selectList(new Set([...CALL_COLUMNS, ...sizes]))} from calls c ${PAYLOAD_JOIN}
        where c.project_id = $1 and c.id = $2 and c.visible`,
    },
    [projectId, id],
  );
  return row && readCallColumns(row);
}
