/** A number and its unit separately, so that the unit can be shown in gray; "1 m 12 s" has two parts. */
export interface QuantityPart {
  value: string;
  unit: string;
}

/** Shown for unknown values. */
export const unknownValue = "—";

/** Joins parts into plain text: `1 m 12 s`; a dash if there are none. */
export function quantityText(parts: readonly QuantityPart[]): string {
  return parts.length === 0
    ? unknownValue
    : parts.map(({ value, unit }) => (unit ? `${value} ${unit}` : value)).join(" ");
}
