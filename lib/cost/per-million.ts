import type { Cost } from "@/lib/contract/costs";
import { exactDecimals } from "@/lib/format/money";

import { Decimal } from "./decimal";

type TokenPrices = Partial<
  Pick<
    Cost,
    "prompt_token_cost" | "completion_token_cost" | "cache_read_input_token_cost" | "cache_creation_input_token_cost"
  >
>;

const AMOUNT = /^\d{1,12}(?:\.\d{0,12})?$|^\.\d{1,12}$/;

/** The price of a million tokens, as provider's pages give it, from that of one: 2.5e-6 is 2.5. Exact. */
export function perMillion(tokenPrice: number): number {
  return Decimal.of(tokenPrice).times(Decimal.of(1e6)).toNumber();
}

/** The decimals with which all prices of a million are written in a column: none is rounded. */
export function priceDecimals(prices: readonly TokenPrices[]): number {
  const amounts = prices.flatMap((price) => [
    price.prompt_token_cost ?? 0,
    price.completion_token_cost ?? 0,
    price.cache_read_input_token_cost ?? 0,
    price.cache_creation_input_token_cost ?? 0,
  ]);
  return exactDecimals(amounts.map(perMillion));
}

/** The price of one token from the typed price of a million: `2.50` is 2.5e-6. Undefined for what is no such amount. */
export function perToken(typed: string): number | undefined {
  const text = typed.trim().replaceAll(",", "");
  // The exponent is moved in the text: a division would round.
  return AMOUNT.test(text) ? Number(`${text}e-6`) : undefined;
}
