import { type Call, callOverview } from "@/lib/contract/calls";
import { readCall as readCallColumns } from "./call-row";
import { DEFAULT_COLUMNS, PAYLOAD_JOIN, selectList } from "./columns";
import { callStatus } from "./status";
import type { Database } from "@/service/store/connections/database";
import { readSettings } from "@/service/store/projects/settings";
import { optionalNumber } from "@/service/store/sql/row";
import { STATED_COLUMNS, statedCostOf } from "./usage";
import type { ReadOptions } from "./calls-store";

const SIZES = ["storage_size_bytes", "total_storage_size_bytes"] as const;

const STATUS = `, ${callStatus("$1::text", "first")} as status, c.latency_ms, ${STATED_COLUMNS}`;

/** Undefined if absent, deleted or still pending. */
export async function readCall(
  database: Database,
  projectId: string,
  id: string,
  { storageSize, totalStorageSize, status }: ReadOptions,
): Promise<Call | undefined> {
  const sizes = SIZES.filter((size) => (size === "storage_size_bytes" ? storageSize : totalStorageSize));
  const [row] = await database.query(
    {
      name: ["read_call", ...sizes, ...(status ? ["status"] : [])].join(" "),
      text: `select ${selectList(new Set([...DEFAULT_COLUMNS, ...sizes]), "$1::text")}${status ? STATUS : ""} from calls c ${PAYLOAD_JOIN}
        where c.project_id = $1::text and c.id = $2 and c.visible`,
    },
    [projectId, id],
  );
  if (!row || !status) return row && readCallColumns(row);
  const isStated = optionalNumber(row, "stated_cost") !== undefined;
  const overview = callOverview.parse({
    status: row.status,
    latency_ms: optionalNumber(row, "latency_ms"),
    ...(isStated && statedCostOf(row, (await readSettings(database, projectId)).cost_basis)),
  });
  return { ...readCallColumns(row), overview };
}
