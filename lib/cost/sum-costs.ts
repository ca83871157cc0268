import type { CallCost } from "@/lib/contract/call-costs";
import { inCurrencyOrder } from "@/lib/contract/currencies";
import Big from "big.js";

/** The sum of some costs, exact, by currency; unpriced ones add nothing. */
export function sumCosts(costs: Iterable<Pick<CallCost, "total_cost">>): Record<string, number> {
  const amounts = [...costs].flatMap(({ total_cost = {} }) => Object.entries(total_cost));
  return sumByCurrency(amounts.map(([currency, amount]) => [currency, new Big(amount)]));
}

/** Sums amounts by currency, in the order of currencies; an unknown amount adds nothing. */
export function sumByCurrency(amounts: Iterable<[currency: string, amount: Big | undefined]>): Record<string, number> {
  const totals = new Map<string, Big>();
  for (const [currency, amount] of amounts)
    if (amount) totals.set(currency, (totals.get(currency) ?? new Big(0)).plus(amount));
  return Object.fromEntries(inCurrencyOrder(totals).map(([currency, total]) => [currency, total.toNumber()]));
}
