import type { CallsQuery } from "@/lib/contract/calls";
import type { Connection } from "@/service/store/connections/database";
import { optionalText } from "@/service/store/sql/row";
import { SEGMENT_CALLS } from "./index-project";
import { searchesText } from "./terms";

/** Text that has waited for less is usually indexed within the next moment. */
const LAG_SECONDS = 10;

/**
 * The time until which all text that a search looks into is indexed (UTC, microseconds); undefined if the index lags
 * behind by less than a segment or a few seconds, or if the query searches no text. Later text is found too, more slowly.
 */
export async function indexedUntil(
  connection: Connection,
  { project_id, query }: Pick<CallsQuery, "project_id" | "query">,
): Promise<string | undefined> {
  if (!query || !searchesText(query.$expr)) return undefined;
  const [row] = await connection.query(OLDEST_WAITING, [project_id, SEGMENT_CALLS, LAG_SECONDS]);
  return row && optionalText(row, "oldest");
}

const OLDEST_WAITING = {
  name: "search_oldest_waiting",
  text: `
  select min(queued_at) as oldest from search_queue where project_id = $1
  having sum(cardinality(calls)) >= $2 and min(queued_at) < clock_timestamp() - make_interval(secs => $3)`,
};
