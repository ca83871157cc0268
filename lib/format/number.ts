import { withMinus } from "./minus";
import { quantityText, unknownValue, type QuantityPart } from "./quantity";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const byteUnits = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** A count with thousands separators: `3,204`; a dash when absent. Exact for bigints. */
export function formatCount(count: number | bigint | null | undefined): string {
  return count === null || count === undefined ? unknownValue : withMinus(whole.format(count));
}

/** A count with its noun: `1 call`, `3,204 calls`; the plural adds an s unless it is given. */
export function counted(count: number | bigint | null | undefined, noun: string, plural = `${noun}s`): string {
  return quantityText(countedParts(count, noun, plural));
}

/** As `counted`, with the noun as the unit. */
export function countedParts(
  count: number | bigint | null | undefined,
  noun: string,
  plural = `${noun}s`,
): QuantityPart[] {
  return [{ value: formatCount(count), unit: count === 1 || count === 1n ? noun : plural }];
}

/** A number with a fixed number of decimals, including zeros: `0.70`; a dash when absent or not finite. */
export function formatDecimal(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return unknownValue;
  const text = value.toFixed(decimals);
  return withMinus(Number(text) === 0 ? text.replace("-", "") : text);
}

/** A share of one as a percentage with at most one decimal: 0.0288 is `2.9%`; a dash when absent. */
export function formatPercent(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return unknownValue;
  const percent = share * 100;
  return `${formatDecimal(percent, Number.isInteger(percent) || Math.abs(percent) >= 99.95 ? 0 : 1)}%`;
}

/** Splits a size in bytes into value and binary unit: 512 B, 1.5 KiB, 20 MiB; none when absent. */
export function byteParts(bytes: number | null | undefined): QuantityPart[] {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return [];
  let value = bytes;
  let index = 0;
  // 1023.95 would round to "1024.0", so it is shown in the next unit.
  while (Math.abs(value) >= 1023.95 && index < byteUnits.length - 1) {
    value /= 1024;
    index += 1;
  }
  const text = index === 0 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
  return [{ value: withMinus(text), unit: byteUnits[index] ?? "B" }];
}

/** A size in bytes as text, as in `byteParts`; a dash when absent. */
export function formatBytes(bytes: number | null | undefined): string {
  return quantityText(byteParts(bytes));
}
