import { unknownValue } from "./quantity";

/** Amounts by currency code, as `total_cost` of the contract. */
export type Amounts = Readonly<Record<string, number>>;

const CURRENCY = /^[A-Za-z]{3}$/;
const formats = new Map<string, Intl.NumberFormat>();

/** An amount as a reader compares it: `$4.12`, below one unit three digits that count: `$0.0121`; a dash when absent. */
export function formatMoney(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknownValue;
  if (amount === 0) return write(0, currency, "0", { maximumFractionDigits: 0 });
  // 0.9995 would round to 1.000: it belongs to the other kind.
  if (Math.abs(amount) >= 0.9995) {
    return write(amount, currency, "2", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  }
  return write(amount, currency, "s3", { maximumSignificantDigits: 3 });
}

/** An amount with every digit it has, as a derivation needs it: `$0.0000025`. */
export function exactMoney(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknownValue;
  return write(amount, currency, "all", { minimumFractionDigits: 0, maximumFractionDigits: 20 });
}

/** Amounts of several currencies, as in `formatMoney`: `$0.0121 + €2.00`; a dash when there are none. */
export function formatAmounts(amounts: Amounts | undefined): string {
  const texts = Object.entries(amounts ?? {}).map(([currency, amount]) => formatMoney(amount, currency));
  return texts.length === 0 ? unknownValue : texts.join(" + ");
}

function write(amount: number, currency: string, look: string, options: Intl.NumberFormatOptions): string {
  const key = `${currency} ${look}`;
  let format = formats.get(key);
  if (!format) {
    const isCurrency = CURRENCY.test(currency);
    const money = isCurrency ? ({ style: "currency", currency, currencyDisplay: "narrowSymbol" } as const) : {};
    format = new Intl.NumberFormat("en-US", { ...money, ...options });
    formats.set(key, format);
  }
  const text = format.format(amount).replace("-", "−");
  return CURRENCY.test(currency) ? text : `${text} ${currency}`;
}
