import { axisMoney, formatMoney, moneyDecimals } from "@/lib/format/money";

/** How a chart formats amounts of a currency: individually, on its axis, and in its table. */
export function moneyLook(currency: string) {
  return {
    format: (amount: number) => formatMoney(amount, currency),
    formatTicks: (ticks: readonly number[]) => axisMoney(ticks, currency),
    formatColumn: (amounts: readonly number[]) => {
      const decimals = moneyDecimals(amounts);
      return (amount: number) => formatMoney(amount, currency, decimals);
    },
  };
}
