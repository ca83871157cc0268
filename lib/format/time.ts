import { withMinus } from "./minus";
import { unknownValue } from "./quantity";

/** An IANA time zone name, such as `UTC` or `Europe/Berlin`. */
export type TimeZone = string;

/**
 * `clock` 14:02:11 · `clock-ms` 14:02:11.532 · `date` 2 Jul 2026 · `short` the clock, with the day unless it is today ·
 * `full` everything, with the offset.
 */
export type TimeStyle = "clock" | "clock-ms" | "date" | "short" | "full";

const formats = new Map<TimeZone, Intl.DateTimeFormat>();

function zoneFormat(zone: TimeZone): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
  formats.set(zone, made);
  return made;
}

function zoneParts(date: Date, zone: TimeZone) {
  const found = new Map(
    zoneFormat(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? "";
  return {
    day: `${part("day")} ${part("month")}`,
    year: part("year"),
    clock: `${part("hour")}:${part("minute")}:${part("second")}`,
    offset: withMinus(part("timeZoneName").replace("GMT", "UTC").replace("+00:00", "")),
  };
}

function isoDate(iso: string | null | undefined): Date | undefined {
  if (!iso) return undefined;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The digits after the second as they were written, so that microseconds are kept. */
function fraction(iso: string): string {
  return /:\d\d(\.\d+)/.exec(iso)?.[1] ?? "";
}

/**
 * An ISO 8601 instant as local time in a time zone. `now` decides what `short` leaves out. A dash when absent; invalid
 * text is returned unchanged.
 */
export function formatTime(iso: string | null | undefined, zone: TimeZone, style: TimeStyle, now = new Date()): string {
  if (!iso) return unknownValue;
  const date = isoDate(iso);
  if (!date) return iso;
  const { day, year, clock, offset } = zoneParts(date, zone);
  if (style === "clock") return clock;
  if (style === "clock-ms") return `${clock}.${String(date.getMilliseconds()).padStart(3, "0")}`;
  if (style === "date") return `${day} ${year}`;
  if (style === "full") return `${day} ${year} ${clock}${fraction(iso)} ${offset}`;
  const today = zoneParts(now, zone);
  if (today.year !== year) return `${day} ${year} ${clock}`;
  return today.day === day ? clock : `${day} ${clock}`;
}

const steps = [
  { unit: "d", ms: 86_400_000 },
  { unit: "h", ms: 3_600_000 },
  { unit: "min", ms: 60_000 },
] as const;

/** How long ago an instant was: `now` under a minute, `5 min ago`, `in 2 h`; a dash when absent. */
export function formatRelativeTime(iso: string | null | undefined, now: Date): string {
  const date = isoDate(iso);
  if (!date) return iso || unknownValue;
  const agoMs = now.getTime() - date.getTime();
  const step = steps.find(({ ms }) => Math.abs(agoMs) >= ms);
  if (!step) return "now";
  const text = `${Math.floor(Math.abs(agoMs) / step.ms)} ${step.unit}`;
  return agoMs > 0 ? `${text} ago` : `in ${text}`;
}
