import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { TableParams } from "./tables";

/** Number of digests that are looked up at a time, and of rows read at a time. */
const DIGESTS_PER_READ = 200;
const ROWS_PER_READ = 200;

/** Those of some digests that rows of a table have. */
export async function knownRows(
  { projectId, digest }: TableParams,
  digests: readonly string[],
  signal: AbortSignal,
  client: Client = browserClient,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const asked = [...new Set(digests)];
  for (let from = 0; from < asked.length; from += DIGESTS_PER_READ) {
    const part = asked.slice(from, from + DIGESTS_PER_READ);
    const body = { project_id: projectId, digest, filter: { row_digests: part } };
    const { count } = await client.request("tableQueryStats", body, { signal });
    // A table may have one row many times.
    for (let offset = 0; offset < count && part.some((row) => !found.has(row)); offset += ROWS_PER_READ) {
      const { rows } = await client.request("tableQuery", { ...body, limit: ROWS_PER_READ, offset }, { signal });
      for (const row of rows) found.add(row.digest);
    }
  }
  return found;
}
