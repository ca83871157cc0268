import type { CallRow } from "@/lib/contract/calls";
import { isOneOf } from "@/lib/contract/conditions";
import { callRef } from "@/lib/contract/refs";
import type { CallsListQuery } from "@/service/store/calls/list-calls";
import type { Store } from "@/service/store/store";
import { type PricingStore, projectPricing } from "./priced-usage";
import { withShownCosts } from "./shown-costs";

type RowFeedback = NonNullable<CallRow["feedback"]>;
type Extras = PricingStore & Pick<Store, "listFeedback" | "readShownUsage">;

/** The calls of a list with their costs in the overview and the feedback on them (`include_extras`). */
export async function* withExtras(
  store: Extras,
  batches: AsyncIterable<CallRow[]>,
  { project_id, ...query }: CallsListQuery,
  signal: AbortSignal,
): AsyncGenerator<CallRow[]> {
  const pricing = query.pricing ?? (await projectPricing(store, project_id));
  for await (const rows of batches) {
    const priced = await withShownCosts(store, project_id, rows, pricing);
    yield await withFeedback(store, project_id, priced, signal);
  }
}

async function withFeedback(
  store: Pick<Store, "listFeedback">,
  project_id: string,
  rows: readonly CallRow[],
  signal: AbortSignal,
): Promise<CallRow[]> {
  const query = {
    project_id,
    fields: ["core_ref" as const, "feedback_type" as const, "payload" as const],
    query: {
      $expr: isOneOf(
        "core_ref",
        rows.map(({ id }) => callRef(project_id, id)),
      ),
    },
    sort_by: [{ field: "created_at", direction: "asc" as const }],
  };
  const byRef = new Map<string, RowFeedback>();
  for await (const records of store.listFeedback(query, signal))
    for (const { core_ref: ref, feedback_type, payload } of records)
      if (ref !== undefined && feedback_type !== undefined && payload)
        listOf(byRef, ref).push({ feedback_type, payload });
  return rows.map((row) => ({ ...row, feedback: byRef.get(callRef(project_id, row.id)) ?? [] }));
}

function listOf(byRef: Map<string, RowFeedback>, ref: string): RowFeedback {
  const found = byRef.get(ref) ?? [];
  byRef.set(ref, found);
  return found;
}
