import type { CallRow } from "@/lib/contract/calls";
import type { Store } from "@/service/store/store";
import { pricedUsage, type ProjectPricing } from "./priced-usage";

/** The rows with the costs of their calls in the overview (`include_costs`); for a root, of its whole trace. */
export async function withShownCosts<Row extends CallRow>(
  store: Pick<Store, "readShownUsage">,
  project_id: string,
  rows: readonly Row[],
  pricing: ProjectPricing,
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const shown = await store.readShownUsage({ project_id, ids, prices: pricing.prices });
  const byId = new Map(shown.map((one) => [one.id, one]));
  return rows.map((row) => {
    const one = byId.get(row.id);
    if (!row.overview || !one) return row;
    const { charged, costed: _calls, without_price: _unshown, ...costs } = pricedUsage(one, pricing);
    return charged > 0 ? { ...row, overview: { ...row.overview, ...costs } } : row;
  });
}
