import { toTimestamp } from "@/lib/contract/time";
import { ALERT_CATCH_UP_WINDOWS } from "@/lib/contract/limits";
import type { AlertDefinition } from "@/lib/contract/alerts";
import type { Schedule } from "@/service/store/alerts/alerts-store";

const SECOND = 1000;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const WEEK_MS = 7 * DAY_SECONDS * SECOND;

type Windows = Pick<AlertDefinition, "window_seconds" | "delay_seconds">;

/** Seconds between the ends of two windows: a minute, five for windows longer than an hour, an hour for more than a day. */
export function stepSeconds({ window_seconds }: Pick<Windows, "window_seconds">): number {
  if (window_seconds <= HOUR_SECONDS) return 60;
  return window_seconds <= DAY_SECONDS ? 300 : HOUR_SECONDS;
}

/** The schedule of the window that ended last, which is evaluated as soon as its delay is over. */
export function firstSchedule(windows: Windows, now: string): Schedule {
  const step = stepSeconds(windows) * SECOND;
  return scheduleAt(windows, Math.floor(Date.parse(now) / step) * step);
}

/** The schedule after a change of the definition: no window that ended before one that was evaluated. */
export function changedSchedule(windows: Windows, now: string, evaluatedTo: string | undefined): Schedule {
  const first = firstSchedule(windows, now);
  if (evaluatedTo === undefined || first.nextEnd > evaluatedTo) return first;
  return scheduleAt(windows, Date.parse(first.nextEnd) + stepSeconds(windows) * SECOND);
}

/** The schedule of the window after the one that ends at `end`. */
export function nextSchedule(windows: Windows, end: string): Schedule {
  return scheduleAt(windows, Date.parse(end) + stepSeconds(windows) * SECOND);
}

function scheduleAt(windows: Windows, end: number): Schedule {
  return { nextEnd: toTimestamp(end), dueAt: toTimestamp(end + windows.delay_seconds * SECOND) };
}

/** The start of the window that ends at `end`. */
export const windowStart = ({ window_seconds }: Pick<Windows, "window_seconds">, end: string): string =>
  toTimestamp(Date.parse(end) - window_seconds * SECOND);

/** The same time a week before. */
export const weekBefore = (time: string): string => toTimestamp(Date.parse(time) - WEEK_MS);

/**
 * The windows to be skipped because too many are due: their number, and the end of the last of them. Undefined if all can
 * be evaluated.
 */
export function skippedWindows(
  windows: Windows,
  nextEnd: string,
  now: string,
): { windows: number; lastEnd: string } | undefined {
  const step = stepSeconds(windows) * SECOND;
  const late = Date.parse(now) - windows.delay_seconds * SECOND - Date.parse(nextEnd);
  const due = Math.floor(late / step) + 1;
  const skipped = due - ALERT_CATCH_UP_WINDOWS;
  if (skipped <= 0) return undefined;
  return { windows: skipped, lastEnd: toTimestamp(Date.parse(nextEnd) + (skipped - 1) * step) };
}
