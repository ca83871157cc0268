import type { CallUsage } from "@/lib/contract/calls";
import { TOKEN_COUNTS } from "@/lib/contract/call-kinds";
import { callUsageOf } from "@/service/store/calls/usage";
import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";

const READ_USAGE = {
  name: "read_call_usage",
  text: `
  select c.id, ${TOKEN_COUNTS.map((count) => `c.${count}`).join(", ")}, c.service_tier
  from unnest($2::text[]) as sent (id) join calls c on c.project_id = $1::text and c.id = sent.id`,
};

/** What each of some calls reports itself, by its id; calls without tokens are left out. */
export async function readCallUsage(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, CallUsage>> {
  const rows = await database.query(READ_USAGE, [projectId, [...ids]]);
  return new Map(
    rows.flatMap((row): [string, CallUsage][] => {
      const usage = callUsageOf(row);
      return usage ? [[requiredText(row, "id"), usage]] : [];
    }),
  );
}
