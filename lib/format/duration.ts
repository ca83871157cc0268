import { withMinus } from "./minus";
import { quantityText, type QuantityPart } from "./quantity";

const longUnits = [
  { unit: "d", ms: 86_400_000 },
  { unit: "h", ms: 3_600_000 },
  { unit: "min", ms: 60_000 },
  { unit: "s", ms: 1_000 },
] as const;

/**
 * Splits a duration in milliseconds into at most two parts, with three significant digits or in whole units: 0.42 ms,
 * 3.2 ms, 420 ms, 2.31 s, 12.4 s, 1 min 12 s, 2 h 5 min, 3 d 4 h. Returns no parts if absent or not finite.
 */
export function durationParts(ms: number | null | undefined): QuantityPart[] {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return [];
  if (ms < 0) {
    const [first, ...rest] = durationParts(-ms);
    return first ? [{ ...first, value: withMinus(`-${first.value}`) }, ...rest] : [];
  }
  if (ms === 0) return [{ value: "0", unit: "ms" }];
  if (ms < 0.995) return [{ value: ms.toFixed(2), unit: "ms" }];
  if (ms < 9.95) return [{ value: ms.toFixed(1), unit: "ms" }];
  if (ms < 999.5) return [{ value: ms.toFixed(0), unit: "ms" }];
  if (ms < 9_995) return [{ value: (ms / 1_000).toFixed(2), unit: "s" }];
  if (ms < 59_950) return [{ value: (ms / 1_000).toFixed(1), unit: "s" }];
  return longParts(ms);
}

function longParts(ms: number): QuantityPart[] {
  // The smaller unit is chosen after rounding, so that 59 min 59.9 s becomes 1 h 0 min.
  const big = ms < 3_599_500 ? 2 : ms < 86_370_000 ? 1 : 0;
  const [large, small] = [longUnits[big], longUnits[big + 1]];
  if (!large || !small) return [];
  const total = Math.round(ms / small.ms);
  const perLarge = large.ms / small.ms;
  return [
    { value: String(Math.floor(total / perLarge)), unit: large.unit },
    { value: String(total % perLarge), unit: small.unit },
  ];
}

/** A duration in milliseconds as text, as in `durationParts`; a dash when absent. */
export function formatDuration(ms: number | null | undefined): string {
  return quantityText(durationParts(ms));
}

const axisUnits = [
  { unit: "d", ms: 86_400_000, from: 172_800_000 },
  { unit: "h", ms: 3_600_000, from: 7_200_000 },
  { unit: "min", ms: 60_000, from: 120_000 },
  { unit: "s", ms: 1_000, from: 1_000 },
  { unit: "ms", ms: 1, from: 0 },
] as const;

/** Distances between ticks of an axis of durations, in milliseconds: round numbers in their unit. */
export const DURATION_STEPS: readonly number[] = [
  ...[0.001, 0.01, 0.1, 1, 10, 100, 1_000, 10_000].flatMap((power) => [power, 2 * power, 5 * power]),
  ...[60, 120, 300, 600, 1_200, 1_800].map((seconds) => seconds * 1_000),
  ...[1, 2, 4, 6, 12, 24, 48, 120, 240, 720, 2_400].map((hours) => hours * 3_600_000),
].filter((step) => step !== 50_000);

/** The ticks of an axis, at equal distances from zero, all in one unit with the necessary decimals. */
export function axisDuration(ticks: readonly number[]): string[] {
  const highest = Math.max(0, ...ticks);
  const { unit, ms } = axisUnits.find(({ from }) => highest >= from) ?? { unit: "ms", ms: 1 };
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  const decimals = [0, 1, 2, 3].find((digits) => isWhole((step / ms) * 10 ** digits)) ?? 3;
  return ticks.map((tick) => `${(tick / ms).toFixed(decimals)} ${unit}`);
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}
