import { inCurrencyOrder } from "@/lib/contract/currencies";

import { withMinus } from "./minus";
import { unknownValue } from "./quantity";

/** Amounts by currency code, as `total_cost` of the contract. */
export type Amounts = Readonly<Record<string, number>>;

const CURRENCY = /^[A-Za-z]{3}$/;
const formats = new Map<string, Intl.NumberFormat>();

/** From this amount on two decimals suffice; 0.9995 would round to 1.000. */
const ONE = 0.9995;
const LEAST_DECIMALS = 2;
/** Maximum number of decimals in a column; smaller amounts are shown as less than the smallest one. */
const MOST_DECIMALS = 6;
/** Significant digits of the smallest amount in a column. */
const SMALLEST_DIGITS = 2;
/** Axes are narrow, so amounts from here on are in millions. */
const MILLION = 1_000_000;

/**
 * An amount for comparison: two decimals from one unit up, below that three significant digits: `$4.12`, `$0.0121`,
 * `$0.0200`. In a column, with the `decimals` of all its amounts (`moneyDecimals`). A dash when absent.
 */
export function formatMoney(amount: number | null | undefined, currency: string, decimals?: number): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknownValue;
  if (decimals !== undefined) return inColumn(amount, currency, decimals);
  if (amount === 0) return write(0, currency, fixed(0));
  if (Math.abs(amount) >= ONE) return write(amount, currency, fixed(LEAST_DECIMALS));
  return write(amount, currency, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
}

/** The number of decimals for all amounts of a column, so that their digits are aligned. */
export function moneyDecimals(amounts: Iterable<number>): number {
  let smallest = ONE;
  for (const amount of amounts) if (amount !== 0) smallest = Math.min(smallest, Math.abs(amount));
  const decimals = Math.ceil(-Math.log10(smallest)) + SMALLEST_DIGITS - 1;
  return Math.min(MOST_DECIMALS, Math.max(LEAST_DECIMALS, decimals));
}

/** `moneyDecimals` of a column whose cells have one amount per currency. */
export function amountsDecimals(cells: Iterable<Amounts | undefined>): number {
  return moneyDecimals([...cells].flatMap((amounts) => Object.values(amounts ?? {})));
}

/**
 * An amount with all its digits, as in the breakdown of a cost: `$0.0000025`; in a column with at least its `decimals`.
 */
export function exactMoney(amount: number | null | undefined, currency: string, decimals = 0): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknownValue;
  return write(amount, currency, { minimumFractionDigits: decimals, maximumFractionDigits: 20 });
}

/** The number of decimals of the most precise of some exact amounts, at least two. */
export function exactDecimals(amounts: Iterable<number>): number {
  let decimals = LEAST_DECIMALS;
  for (const amount of amounts) {
    const [, fraction = ""] = write(amount, "", { minimumFractionDigits: 0, maximumFractionDigits: 20 }).split(".");
    decimals = Math.max(decimals, fraction.trimEnd().length);
  }
  return decimals;
}

/** Amounts in several currencies, as in `formatMoney`: `$0.0121 + €2.00`; a dash when there are none. */
export function formatAmounts(amounts: Amounts | undefined, decimals?: number): string {
  const texts = inCurrencyOrder(Object.entries(amounts ?? {})).map(([currency, amount]) =>
    formatMoney(amount, currency, decimals),
  );
  return texts.length === 0 ? unknownValue : texts.join(" + ");
}

/** Amounts in several currencies with all digits, as in `exactMoney`; a dash when there are none. */
export function exactAmounts(amounts: Amounts | undefined): string {
  const texts = inCurrencyOrder(Object.entries(amounts ?? {})).map(([currency, amount]) =>
    exactMoney(amount, currency),
  );
  return texts.length === 0 ? unknownValue : texts.join(" + ");
}

/** The ticks of an axis, at equal distances, with the necessary decimals. */
export function axisMoney(ticks: readonly number[], currency: string): string[] {
  const inMillions = ticks.some((tick) => Math.abs(tick) >= MILLION);
  const unit = inMillions ? MILLION : 1;
  const needed = Math.max(0, ...ticks.map((tick) => decimalsOf(tick / unit)));
  const decimals = needed > 0 && !inMillions ? Math.max(LEAST_DECIMALS, needed) : needed;
  return ticks.map((tick) => {
    const text = write(tick / unit, currency, fixed(decimals));
    return inMillions ? `${text}M` : text;
  });
}

/** The decimals of a tick, ignoring rounding errors: 0.30000000000000004 has one. */
function decimalsOf(tick: number): number {
  const [digits = "", exponent = "0"] = Number(tick.toPrecision(12)).toExponential().split("e");
  return Math.max(0, digits.replace(/^-?\d\.?/, "").length - Number(exponent));
}

function inColumn(amount: number, currency: string, decimals: number): string {
  const last = 10 ** -decimals;
  if (amount !== 0 && Math.abs(amount) < last / 2)
    return `${amount < 0 ? ">" : "<"}${write(Math.sign(amount) * last, currency, fixed(decimals))}`;
  return write(amount, currency, fixed(decimals));
}

function fixed(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function write(amount: number, currency: string, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify([currency, options]);
  let format = formats.get(key);
  if (!format) {
    const isCurrency = CURRENCY.test(currency);
    const money = isCurrency ? ({ style: "currency", currency, currencyDisplay: "narrowSymbol" } as const) : {};
    format = new Intl.NumberFormat("en-US", { ...money, ...options });
    formats.set(key, format);
  }
  const text = withMinus(format.format(amount));
  return CURRENCY.test(currency) ? text : `${text} ${currency}`;
}
