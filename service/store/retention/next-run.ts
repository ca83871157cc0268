/** Runs are due at this hour, UTC, every day. */
const HOUR = 3;
const HOUR_MS = 3_600_000;
/** A change takes effect after this time at the earliest. */
const NOTICE_MS = HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** When a run is due that is scheduled at a time: at 03:00 UTC, after at least an hour. */
export function nextRunAt(scheduledAt: string): string {
  const earliest = Date.parse(scheduledAt) + NOTICE_MS;
  const day = Math.floor(earliest / DAY_MS) * DAY_MS + HOUR * HOUR_MS;
  return new Date(day >= earliest ? day : day + DAY_MS).toISOString();
}

/** The time so many days before another. */
export function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * DAY_MS).toISOString();
}
