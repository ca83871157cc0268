import { deriveCosts } from "@/lib/cost/derive";
import { type ModelPrice, modelPrices } from "@/lib/cost/model-prices";
import { sumCosts } from "@/lib/cost/sum-costs";
import type { CountedUsage } from "@/service/store/statistics/count-by-time";
import type { Store } from "@/service/store/store";
import { priceBook } from "./price-lookup";

/** Every price of a project's models over time. */
export async function projectPrices(
  store: Pick<Store, "readPrices" | "listModels">,
  projectId: string,
): Promise<ModelPrice[]> {
  const models = await store.listModels(projectId);
  return modelPrices(await priceBook(store, projectId, models), models);
}

/** The cost of tokens, each part at its price, and the number of calls without a price. */
export function pricedUsage(
  counted: readonly CountedUsage[],
  prices: readonly ModelPrice[],
): { total_cost: Record<string, number>; unpriced: number } {
  const costs = counted.flatMap(({ usage, price: place }) => {
    const priced = place === undefined ? undefined : prices[place];
    return priced ? [...deriveCosts(new Map([[priced.model, usage]]), () => priced.price).values()] : [];
  });
  const unpriced = counted.reduce((sum, { price, count }) => (price === undefined ? sum + count : sum), 0);
  return { total_cost: sumCosts(costs), unpriced };
}
