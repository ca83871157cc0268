"use client";

import type { TimeZone } from "@/lib/format/time";

import { useBrowserValue } from "./use-browser-value";
import { usePreference } from "./use-preference";

/** `local`, `utc`, or the name of any time zone that the browser supports, such as `Asia/Tokyo`. */
export type ZoneChoice = string;

/** Undefined for a zone that this browser does not support. */
export function parseZone(stored: string): ZoneChoice | undefined {
  if (stored === "local" || stored === "utc") return stored;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: stored }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The time zone in which times are shown, and how to change it. */
export function useZoneChoice(): [ZoneChoice, (choice: ZoneChoice) => void] {
  return usePreference<ZoneChoice>("time-zone", "local", parseZone);
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const utc = () => "UTC";

/** The time zone of this device; UTC on the server. */
export function useDeviceZone(): TimeZone {
  return useBrowserValue(deviceZone, utc);
}

/** The time zone of all times on the screen; UTC on the server. */
export function useTimeZone(): TimeZone {
  const [choice] = useZoneChoice();
  const local = useDeviceZone();
  if (choice === "utc") return "UTC";
  return choice === "local" ? local : choice;
}
