import type { CallRow } from "@/lib/contract/calls";
import { callRef } from "@/lib/contract/refs";
import type { CallsListQuery } from "@/service/store/calls/list-calls";
import type { Store } from "@/service/store/store";
import { type PricingStore, projectPricing } from "@/service/costs/priced-usage";
import { withShownCosts } from "@/service/costs/shown-costs";

type RowFeedback = NonNullable<CallRow["feedback"]>;
type Extras = PricingStore & Pick<Store, "readFeedbackOn" | "readShownUsage">;

/** The calls of a list with their costs in the overview and the feedback on them (`include_extras`). */
export async function* withExtras(
  store: Extras,
  batches: AsyncIterable<CallRow[]>,
  { project_id, ...query }: CallsListQuery,
): AsyncGenerator<CallRow[]> {
  const pricing = query.pricing ?? (await projectPricing(store, project_id));
  for await (const rows of batches) {
    const priced = await withShownCosts(store, project_id, rows, pricing);
    yield await withFeedback(store, project_id, priced);
  }
}

async function withFeedback(
  store: Pick<Store, "readFeedbackOn">,
  project_id: string,
  rows: readonly CallRow[],
): Promise<CallRow[]> {
  const refs = rows.map(({ id }) => callRef(project_id, id));
  const byRef = new Map<string, RowFeedback>();
  for (const { core_ref, feedback_type, payload } of await store.readFeedbackOn(project_id, refs))
    listOf(byRef, core_ref).push({ feedback_type, payload });
  return rows.map((row, place) => ({ ...row, feedback: byRef.get(refs[place] ?? "") ?? [] }));
}

function listOf(byRef: Map<string, RowFeedback>, ref: string): RowFeedback {
  const found = byRef.get(ref) ?? [];
  byRef.set(ref, found);
  return found;
}
