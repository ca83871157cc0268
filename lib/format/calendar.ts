/** A date as `2026-11-20`, and a month as `2026-11`. */
export type CalendarDate = string;
export type CalendarMonth = string;

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });

/** The weeks, from Monday to Sunday, that contain the days of a month. */
export function weeksOf(month: CalendarMonth): CalendarDate[][] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: CalendarDate[][] = [];
  for (let monday = startOfWeek(first); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}

export function startOfWeek(date: CalendarDate): CalendarDate {
  return addDays(date, -((dayOf(date).getUTCDay() + 6) % 7));
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const day = dayOf(date);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const day = dayOf(date);
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0));
  lastOfMonth.setUTCDate(Math.min(day.getUTCDate(), lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}

/** `November 2026` */
export function monthWords(month: CalendarMonth): string {
  return monthFormat.format(dayOf(`${month}-01`));
}

/** `Friday 20 November 2026` */
export function dateWords(date: CalendarDate): string {
  return dateFormat.format(dayOf(date)).replaceAll(",", "");
}

function dayOf(date: CalendarDate): Date {
  return new Date(`${date}T00:00:00Z`);
}
