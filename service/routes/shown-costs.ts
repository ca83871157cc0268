import type { CallRow } from "@/lib/contract/calls";
import type { ModelPrice } from "@/lib/cost/model-prices";
import type { ShownUsage } from "@/service/store/costs/shown-usage";
import type { Store } from "@/service/store/store";
import { pricedUsage } from "./priced-usage";

/** The rows with the costs of their calls in the overview (`include_costs`); for a root, of its whole trace. */
export async function withShownCosts<Row extends CallRow>(
  store: Pick<Store, "readShownUsage">,
  project_id: string,
  rows: readonly Row[],
  prices: readonly ModelPrice[],
): Promise<Row[]> {
  const shown = await store.readShownUsage({ project_id, ids: rows.map(({ id }) => id), prices });
  const byId = new Map<string, ShownUsage[]>();
  for (const one of shown) byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  return rows.map((row) => {
    const parts = byId.get(row.id);
    return row.overview && parts ? { ...row, overview: { ...row.overview, ...pricedUsage(parts, prices) } } : row;
  });
}
