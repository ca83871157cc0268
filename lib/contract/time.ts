const ISO = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:[.,](\d+))?\s?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;

/**
 * An ISO 8601 date-time as UTC with microseconds: `2026-11-20T08:40:45.487000Z`. Without an offset it is taken as UTC
 * (interface, "Conventions"); digits beyond microseconds are truncated. Undefined if it is not a valid date-time.
 */
export function normalizeTimestamp(value: string): string | undefined {
  const [, date = "", time = "", fraction = "", offset = "Z"] = ISO.exec(value) ?? [];
  const utc = new Date(`${date}T${time}Z`);
  // `Date` turns a day that does not exist, such as 30 February, or the hour 24, into another day.
  if (Number.isNaN(utc.getTime()) || utc.getUTCDate() !== Number(date.slice(-2))) return undefined;
  if (isUtc(offset) && !date.startsWith("0000")) return `${date}T${time}.${fraction.slice(0, 6).padEnd(6, "0")}Z`;
  const shifted = new Date(utc.getTime() - offsetMinutes(offset) * 60_000);
  const year = shifted.getUTCFullYear();
  if (year < 1 || year > 9999) return undefined;
  return `${shifted.toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, "0")}Z`;
}

/** Milliseconds since 1970 as a normalized timestamp. */
export function toTimestamp(instant: number): string {
  return new Date(instant).toISOString().replace("Z", "000Z");
}

const isUtc = (offset: string) => offset === "Z" || offset === "z";

function offsetMinutes(offset: string): number {
  if (isUtc(offset)) return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
}

/** A normalized timestamp as microseconds since 1970; exact, unlike Date, which has milliseconds. */
export function toMicroseconds(normalized: string): number {
  return Date.parse(`${normalized.slice(0, 19)}Z`) * 1000 + Number(normalized.slice(20, 26).padEnd(6, "0"));
}
