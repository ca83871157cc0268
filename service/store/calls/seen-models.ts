import { toStorableText } from "@/lib/json/decode";
import { MODELS_ORDERED } from "@/lib/contract/limits";
import type { Database } from "@/service/store/connections/database";
import { oversizedName } from "@/service/store/sql/name-bytes";
import { requiredText } from "@/service/store/sql/row";
import type { CallWrite } from "./call-write";
import { textArray } from "@/service/store/sql/text-array";

// Rows that are known to exist, which saves a statement per write. Expires soon, since another process may erase a
// project.
const known = new WeakMap<Database["pools"], { names: Set<string>; since: number }>();
const FRESH_MS = 1_500;

/** Stores the models of the writes, each with the time of its first call; known models stay unchanged. */
export async function noteModels(database: Database, writes: readonly CallWrite[]): Promise<void> {
  const names = knownOf(database);
  const fresh = new Map<string, { projectId: string; model: string }>();
  for (const { project_id: projectId, model } of writes) {
    const name = `${projectId}\n${model}`;
    if (!model || names.has(name) || fresh.has(name)) continue;
    // A longer name does not fit into an index, so its calls have no assigned color.
    if (!oversizedName({ model })) fresh.set(name, { projectId, model: toStorableText(model) });
  }
  if (fresh.size === 0) return;
  // Sorted, so that two batches cannot deadlock.
  const sorted = [...fresh].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  await database.query(
    `insert into seen_models (project_id, model) select * from unnest($1::text[], $2::text[])
     on conflict (project_id, model) do nothing`,
    [textArray(sorted.map(({ projectId }) => projectId)), textArray(sorted.map(({ model }) => model))],
  );
  for (const name of fresh.keys()) names.add(name);
}

function knownOf(database: Database): Set<string> {
  const now = performance.now();
  const found = known.get(database.pools);
  if (found && now - found.since < FRESH_MS) return found.names;
  const names = new Set<string>();
  known.set(database.pools, { names, since: now });
  return names;
}

/** The models of a project's calls, in the order of their first call; at most `MODELS_ORDERED`. */
export async function listSeenModels(database: Database, projectId: string): Promise<string[]> {
  const rows = await database.query(
    "select model from seen_models where project_id = $1 order by first_seen, model limit $2",
    [projectId, MODELS_ORDERED],
  );
  return rows.map((row) => requiredText(row, "model"));
}
