import type { TimeZone } from "./time";

/** Where the browser tells the server in which zone it shows times. */
export const TIME_ZONE_COOKIE = "loupe-time-zone";

/** The IANA name of a time zone, in its usual spelling; undefined for one that this runtime does not support. */
export function parseTimeZone(name: string): TimeZone | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
