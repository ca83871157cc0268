import { exactMoney } from "@/lib/format/money";

import Big from "big.js";

const AMOUNT = /^\d{1,12}(?:\.\d{0,12})?$|^\.\d{1,12}$/;

/** Never with an exponent, and with the decimals that `perToken` reads. */
const typedAmount = new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 12 });

/** The price of a million tokens, as providers' pages give it, from that of one token: 2.5e-6 is 2.5. Exact. */
export function perMillion(tokenPrice: number): number {
  return new Big(tokenPrice).times(1e6).toNumber();
}

/** The price of a million tokens as it would be typed; empty if there is none. */
export function perMillionText(tokenPrice: number | undefined): string {
  return tokenPrice === undefined ? "" : typedAmount.format(perMillion(tokenPrice));
}

/** The price of a million tokens in full, as providers' pages write it: `$0.30`, `$0.00875`. */
export function formatPerMillion(tokenPrice: number, currency: string): string {
  return exactMoney(perMillion(tokenPrice), currency, 2);
}

/** The price of one token from a typed price per million: `2.50` is 2.5e-6. Undefined for an invalid amount. */
export function perToken(typed: string): number | undefined {
  const text = typed.trim().replaceAll(",", "");
  // The exponent is changed in the text, because a division would round.
  return AMOUNT.test(text) ? Number(`${text}e-6`) : undefined;
}
