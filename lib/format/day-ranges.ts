const DAY_MS = 86_400_000;

const DAYS = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 } as const;

/** A range of days that ends now, by its word in the URL. */
export type DayRange = keyof typeof DAYS;
export const dayRanges = ["24h", "7d", "30d", "90d"] as const satisfies readonly DayRange[];

export const dayRangeWords: Record<DayRange, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

/** When a range that ends at `now` (milliseconds since 1970) begins, ISO 8601. */
export function rangeStart(range: DayRange, now: number): string {
  return new Date(now - DAYS[range] * DAY_MS).toISOString();
}
