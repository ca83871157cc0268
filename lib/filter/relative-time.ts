import type { TimeZone } from "@/lib/format/time";
import { instantOf, wallTime } from "@/lib/format/wall-time";

import { AGO, type Period, readPeriod } from "./period";

/** When a filter is evaluated: milliseconds since 1970, and the time zone whose days it means. */
export interface Clock {
  now: number;
  zone: TimeZone;
}

/** From the start of one local day to that of another, by the days and months between today and each. */
const PERIODS: Record<Period, readonly [(today: Date) => Date, (today: Date) => Date]> = {
  today: [dayFrom(0), dayFrom(1)],
  yesterday: [dayFrom(-1), dayFrom(0)],
  "this-week": [weekFrom(0), weekFrom(1)],
  "last-week": [weekFrom(-1), weekFrom(0)],
  "this-month": [monthFrom(0), monthFrom(1)],
  "last-month": [monthFrom(-1), monthFrom(0)],
};

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** The instant that a text means, ISO 8601: the start of a period, or so long ago; undefined for any other text. */
export function relativeInstant(text: string, clock: Clock): string | undefined {
  const period = readPeriod(text);
  if (period) return boundsOf(period, clock)[0];
  const [, amount, unit] = AGO.exec(text) ?? [];
  const ms = Object.entries(UNIT_MS).find(([known]) => known === unit)?.[1];
  return ms === undefined ? undefined : new Date(clock.now - Number(amount) * ms).toISOString();
}

/** The first instant of a period and the first one after it, ISO 8601. */
export function boundsOf(period: Period, { now, zone }: Clock): [start: string, end: string] {
  const today = new Date(`${wallTime(new Date(now).toISOString(), zone).slice(0, 10)}T00:00:00Z`);
  const startOf = (day: Date) => instantOf(day.toISOString().slice(0, 19), zone) ?? day.toISOString();
  const [start, end] = PERIODS[period];
  return [startOf(start(today)), startOf(end(today))];
}

function dayFrom(days: number) {
  return (today: Date) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days));
}

/** Weeks begin on Monday. */
function weekFrom(weeks: number) {
  return (today: Date) => dayFrom(7 * weeks - ((today.getUTCDay() + 6) % 7))(today);
}

function monthFrom(months: number) {
  return (today: Date) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1));
}
