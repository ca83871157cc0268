import type { TimeZone } from "@/lib/format/time";
import { instantOf, wallTime } from "@/lib/format/wall-time";

import { AGO, isDay, type Period, readPeriod } from "./period";

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

/** The instant that a text means, ISO 8601: the start of a period or day, or so long ago; undefined for any other text. */
export function relativeInstant(text: string, clock: Clock): string | undefined {
  const bounds = namedBounds(text, clock);
  if (bounds) return bounds[0];
  const [, amount, unit] = AGO.exec(text) ?? [];
  const ms = Object.entries(UNIT_MS).find(([known]) => known === unit)?.[1];
  return ms === undefined ? undefined : new Date(clock.now - Number(amount) * ms).toISOString();
}

/**
 * The first instant of the period or day that a text names (`yesterday`, `2026-11-20`) and the first one after it, ISO
 * 8601; undefined for any other text.
 */
export function namedBounds(text: string, clock: Clock): [start: string, end: string] | undefined {
  const period = readPeriod(text);
  if (period) return boundsOf(period, clock);
  const day = isDay(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day && [startOf(day, clock), startOf(dayFrom(1)(day), clock)];
}

/** The first instant of a period and the first one after it, ISO 8601. */
export function boundsOf(period: Period, clock: Clock): [start: string, end: string] {
  const today = new Date(`${wallTime(new Date(clock.now).toISOString(), clock.zone).slice(0, 10)}T00:00:00Z`);
  const [start, end] = PERIODS[period];
  return [startOf(start(today), clock), startOf(end(today), clock)];
}

/** When a local day begins, ISO 8601; `day` is its midnight as if it were in UTC. */
function startOf(day: Date, { zone }: Clock): string {
  return instantOf(day.toISOString().slice(0, 19), zone) ?? day.toISOString();
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
