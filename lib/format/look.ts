import type { TimeZone } from "./time";
import { parseZone, zoneOf } from "./time-zone";

/** What shapes pages: the device's time zone, and stored preferences by their key in the browser's storage. */
export interface Look {
  /** Undefined if unknown. */
  zone: TimeZone | undefined;
  stored: Readonly<Record<string, string>>;
}

export const unknownLook: Look = { zone: undefined, stored: {} };

/** The time zone of all times on the screen; undefined if unknown. */
export function zoneIn({ zone, stored }: Look): TimeZone | undefined {
  return zoneOf(parseZone(stored["loupe:time-zone"] ?? "") ?? "local", zone);
}
