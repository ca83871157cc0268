import { type Database, forRows } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import { textArray } from "@/service/store/sql/text-array";
import { markStatedCosts } from "./cost-once";
import { markRepeatedUsage } from "./usage-once";

/** Calls of a project that were written or deleted. */
interface WrittenCalls {
  ids: string[];
  /** Those of them whose marks are right unless another batch has stored calls below them (`firstMarks`). */
  marked?: string[];
}

/** Marks which tokens and stated costs count in totals, once the calls are committed. */
export async function markWhatCounts(
  database: Database,
  projectId: string,
  { ids, marked = [] }: WrittenCalls,
): Promise<void> {
  const right = new Set(marked);
  if (marked.length > 0)
    for (const row of await database.query(forRows(CALLED_ELSEWHERE, marked.length), [
      projectId,
      textArray(marked),
      textArray(ids),
    ]))
      right.delete(requiredText(row, "id"));
  const doubtful = ids.filter((id) => !right.has(id));
  if (doubtful.length === 0) return;
  await Promise.all([markRepeatedUsage(database, projectId, doubtful), markStatedCosts(database, projectId, doubtful)]);
}

/** Those of the calls $2 that have calls below them other than $3. */
// "offset 0" forces a lookup call by call: without table statistics the planner would read the whole project.
const CALLED_ELSEWHERE = {
  name: "called_elsewhere",
  text: `
  select sent.id from unnest($2::text[]) as sent (id)
  where exists (
    select from (
      select id from calls where project_id = $1 and parent_id = sent.id collate "C" and visible offset 0) child
    where child.id not in (select unnest($3::text[])))`,
};
