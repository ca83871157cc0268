import { STATS_BUCKETS } from "@/lib/contract/limits";
import { toTimestamp } from "@/lib/contract/time";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** Days since 1970 of a Monday, since weeks begin on Monday. */
const MONDAY = 4;

const WEEK_SECONDS = 604_800;
const STEPS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, WEEK_SECONDS];
const BUCKETS_SHOWN = 120;

/**
 * Length of a bucket in seconds, so that there are at most 120 from `start` to `end`; for years, a week, and for so many
 * years that a response could not have all weeks, several weeks.
 */
export function granularityFor(start: string, end: string): number {
  const seconds = (Date.parse(end) - Date.parse(start)) / SECOND;
  const weeks = Math.max(1, Math.ceil(seconds / WEEK_SECONDS / STATS_BUCKETS));
  return STEPS.find((step) => seconds / step <= BUCKETS_SHOWN) ?? weeks * WEEK_SECONDS;
}

/**
 * The starts of the buckets from `start` (normalized, as `end`) until before `end`, in order; the first bucket contains
 * `start`. Buckets follow local time: days begin at midnight and may have 23 or 25 hours, and weeks begin on Monday.
 * `granularity` is in seconds and either divides a day or is a number of days.
 */
export function bucketStarts(start: string, end: string, granularity: number, timeZone: string): string[] {
  const clock = new ZoneClock(timeZone);
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const starts: number[] = [];
  for (const instant of instantsFrom(from, granularity * SECOND, clock)) {
    if (instant > from && starts.length > 0 && instant >= to) break;
    if (instant <= from) starts.length = 0;
    starts.push(instant);
  }
  return starts.map(toTimestamp);
}

/** An endless sequence of bucket starts, in order, from at or before `from`. */
function* instantsFrom(from: number, step: number, clock: ZoneClock): Generator<number> {
  const days = Math.max(1, step / DAY);
  const today = Math.floor((from + clock.offset(from)) / DAY);
  let last = Number.NEGATIVE_INFINITY;
  for (let day = today - mod(today - MONDAY, days); ; day += days)
    for (const instant of step < DAY ? withinDay(day, step, clock) : [clock.instant(day * DAY)])
      if (instant > last) yield (last = instant);
}

function* withinDay(day: number, step: number, clock: ZoneClock): Generator<number> {
  const [start, next] = [clock.instant(day * DAY), clock.instant((day + 1) * DAY)];
  // An hour that occurs twice in local time is two buckets; longer buckets follow local time.
  if (step <= HOUR) for (let instant = start; instant < next; instant += step) yield instant;
  else for (let time = day * DAY; time < (day + 1) * DAY; time += step) yield clock.instant(time);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** Local time of a time zone. Local times are milliseconds, as if they were UTC. */
class ZoneClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const two = "2-digit";
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  }

  /** The offset from UTC at an instant, in milliseconds. */
  offset(instant: number): number {
    const parts = new Map(this.#format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const shown = new Date(0);
    shown.setUTCFullYear(parts.get("era") === "BC" ? 1 - part("year") : part("year"), part("month") - 1, part("day"));
    shown.setUTCHours(part("hour"), part("minute"), part("second"));
    return shown.getTime() - Math.floor(instant / SECOND) * SECOND;
  }

  /** When the clock first shows a local time, or skips it. */
  instant(local: number): number {
    const before = local - this.offset(local - DAY);
    const after = local - this.offset(local + DAY);
    const shown = [before, after].filter((instant) => instant + this.offset(instant) === local);
    return shown.length === 0 ? before : Math.min(...shown);
  }
}
