import type { TimeZone } from "./time";

/** An instant as the local time of a `datetime-local` field; empty when there is none. */
export function wallTime(iso: string | null, zone: TimeZone): string {
  if (iso === null) return "";
  const date = new Date(iso);
  return new Date(date.getTime() + offsetMs(date, zone)).toISOString().slice(0, 19);
}

/** The instant that a `datetime-local` value means in a zone, ISO 8601; null when it is empty or invalid. */
export function instantOf(value: unknown, zone: TimeZone): string | null {
  const wall = typeof value === "string" ? new Date(`${value}Z`) : undefined;
  if (!wall || Number.isNaN(wall.getTime())) return null;
  // Computed twice, since the first offset may be that before or after a clock change.
  const guess = new Date(wall.getTime() - offsetMs(wall, zone));
  return new Date(wall.getTime() - offsetMs(guess, zone)).toISOString();
}

/** The offset of a zone from UTC at an instant, in milliseconds. */
function offsetMs(date: Date, zone: TimeZone): number {
  const name = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? "") ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -ms : ms;
}
