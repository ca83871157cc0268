import { type Amounts, formatAmounts } from "./money";

/**
 * What calls cost, and whether a part of it has no price: `$0.0121`, `$0.0121 + no price`, `no price`; undefined if there
 * is nothing to pay for. `decimals` as in `formatAmounts`.
 */
export function costText(amounts: Amounts | undefined, isUnpriced: boolean, decimals?: number): string | undefined {
  const known = amounts && Object.keys(amounts).length > 0 ? [formatAmounts(amounts, decimals)] : [];
  const parts = isUnpriced ? [...known, "no price"] : known;
  return parts.length === 0 ? undefined : parts.join(" + ");
}
