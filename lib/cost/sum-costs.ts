import type { CallCost } from "@/lib/contract/call-costs";
import { inCurrencyOrder } from "@/lib/contract/currencies";
import { Decimal } from "./decimal";

/** The sum of some costs, exact, by currency; unpriced ones add nothing. */
export function sumCosts(costs: Iterable<Pick<CallCost, "total_cost">>): Record<string, number> {
  const amounts = [...costs].flatMap(({ total_cost = {} }) => Object.entries(total_cost));
  return sumByCurrency(amounts.map(([currency, amount]) => [currency, Decimal.of(amount)]));
}

/** Sums amounts by currency, in the order of currencies; an unknown amount adds nothing. */
export function sumByCurrency(
  amounts: Iterable<[currency: string, amount: Decimal | undefined]>,
): Record<string, number> {
  const totals = new Map<string, Decimal>();
  for (const [currency, amount] of amounts)
    if (amount) totals.set(currency, (totals.get(currency) ?? Decimal.zero).plus(amount));
  return Object.fromEntries(inCurrencyOrder(totals).map(([currency, total]) => [currency, total.toNumber()]));
}
