import Big from "big.js";
import { costOfTokens } from "@/lib/cost/derive";
import { type ModelPrice, modelPrices } from "@/lib/cost/model-prices";
import { sumByCurrency, sumCosts } from "@/lib/cost/sum-costs";
import type { CallTotals } from "@/lib/contract/call-stats";
import { MAIN_CURRENCY } from "@/lib/contract/currencies";
import type { CostBasis } from "@/lib/contract/projects";
import type { CountedUsage, StatedCosts } from "@/service/store/statistics/call-tally";
import { needsCosts } from "@/service/store/calls/order";
import type { Store } from "@/service/store/store";
import { priceBook } from "./price-lookup";

/** What determines the costs of a project's calls: every price of its models over time, and the setting. */
export type ProjectPricing = { prices: readonly ModelPrice[]; basis: CostBasis; mainCurrency?: string };

/** What is needed of the store to price calls. */
export type PricingStore = Pick<Store, "readPrices" | "listModels" | "readSettings">;

export async function projectPricing(store: PricingStore, projectId: string): Promise<ProjectPricing> {
  const [models, settings] = await Promise.all([store.listModels(projectId), store.readSettings(projectId)]);
  const prices = modelPrices(await priceBook(store, projectId, models), models);
  return { prices, basis: settings.cost_basis, mainCurrency: settings.main_currency };
}

/** What determines costs, if the calls of a request depend on them. */
export async function pricingFor(
  store: PricingStore,
  request: Parameters<typeof needsCosts>[0] & { project_id: string },
) {
  return needsCosts(request) ? projectPricing(store, request.project_id) : undefined;
}

type Charged = { usage: readonly CountedUsage[]; stated: readonly StatedCosts[] };

/**
 * The cost of some calls: what clients state if that counts in the project, and each part of the other tokens at its
 * price; with the number of those calls, and of the ones among them without a price.
 */
export function pricedUsage(
  { usage, stated }: Charged,
  { prices, basis }: ProjectPricing,
): Pick<CallTotals, "total_cost" | "stated_costs" | "priced_cost" | "without_price" | "unpriced" | "costed"> & {
  charged: number;
} {
  // Each computed once: a page of traces has thousands.
  const costs = new Map(
    usage.map((part) => {
      const priced = part.price === undefined ? undefined : prices[part.price];
      return [part, priced && costOfTokens(part.usage, priced.price)] as const;
    }),
  );
  const costOf = (part: CountedUsage) => costs.get(part);
  const costsOf = (parts: readonly CountedUsage[]) => parts.map((part) => ({ total_cost: costOf(part) }));
  const used = basis === "stated" ? stated : [];
  const charged = basis === "stated" ? usage.filter(({ covered }) => !covered) : usage;
  const statedCosts = sumByCurrency(
    used.flatMap(({ source, amounts }) => amounts.map((amount): [string, Big] => [source, new Big(amount)])),
  );
  const statedTotal = sumByCurrency(Object.values(statedCosts).map((amount) => [MAIN_CURRENCY, new Big(amount)]));
  return {
    total_cost: sumCosts([...costsOf(charged), { total_cost: statedTotal }]),
    ...(used.length > 0 && {
      stated_costs: statedCosts,
      priced_cost: sumCosts(costsOf(usage)),
      without_price: countOf(usage.filter(isUnpriced)),
    }),
    costed: sumByCurrency([
      ...charged.flatMap((part) => Object.keys(costOf(part) ?? {}).map((unit) => countIn(unit, [part]))),
      ...(used.length > 0 ? [countIn(MAIN_CURRENCY, used)] : []),
    ]),
    charged: countOf(charged) + countOf(used),
    unpriced: countOf(charged.filter(isUnpriced)),
  };
}

const isUnpriced = ({ price }: CountedUsage) => price === undefined;

function countIn(unit: string, parts: readonly { count: number }[]): [string, Big] {
  return [unit, new Big(countOf(parts))];
}

function countOf(parts: readonly { count: number }[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}
