import type { TimeZone } from "./time";

/** `local`, `utc`, or the name of a time zone, such as `Asia/Tokyo`. */
export type ZoneChoice = string;

/** Undefined for a zone that this runtime does not support. */
export function parseZone(stored: string): ZoneChoice | undefined {
  return stored === "local" || stored === "utc" ? stored : parseTimeZone(stored);
}

/** The IANA name of a time zone in its usual spelling; undefined for one that this runtime does not support. */
export function parseTimeZone(name: string): TimeZone | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The chosen time zone; `local` is the device's. */
export function zoneOf(choice: ZoneChoice, device: TimeZone | undefined): TimeZone | undefined {
  if (choice === "utc") return "UTC";
  return choice === "local" ? device : choice;
}
