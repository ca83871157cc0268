import type { CallRow } from "@/lib/contract/calls";
import { deriveCosts } from "@/lib/cost/derive";
import { modelPrices } from "@/lib/cost/model-prices";
import { sumCosts } from "@/lib/cost/sum-costs";
import type { ShownUsage } from "@/service/store/shown-usage";
import type { Store } from "@/service/store/store";
import { priceBook } from "./price-lookup";

/** The rows with what their calls cost in the overview (`include_costs`): of a root what its whole trace does. */
export async function withShownCosts<Row extends CallRow>(
  store: Pick<Store, "readPrices" | "listModels" | "readShownUsage">,
  project_id: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const models = await store.listModels(project_id);
  const prices = modelPrices(await priceBook(store, project_id, models), models);
  const shown = await store.readShownUsage({ project_id, ids: rows.map(({ id }) => id), prices });
  const byId = new Map<string, ShownUsage[]>();
  for (const one of shown) byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  const costOf = ({ usage, price: place }: ShownUsage) => {
    const priced = place === undefined ? undefined : prices[place];
    return priced ? [...deriveCosts(new Map([[priced.model, usage]]), () => priced.price).values()] : [];
  };
  return rows.map((row) => {
    const parts = byId.get(row.id);
    if (!row.overview || !parts) return row;
    const unpriced = parts.reduce((sum, { price, count }) => (price === undefined ? sum + count : sum), 0);
    return { ...row, overview: { ...row.overview, total_cost: sumCosts(parts.flatMap(costOf)), unpriced } };
  });
}
