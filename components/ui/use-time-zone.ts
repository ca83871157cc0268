"use client";

import { useContext, useEffect } from "react";

import type { TimeZone } from "@/lib/format/time";
import { parseTimeZone, TIME_ZONE_COOKIE } from "@/lib/format/time-zone";

import { OpeningContext } from "./opening";
import { useBrowserValue } from "./use-browser-value";
import { usePreference } from "./use-preference";

/** `local`, `utc`, or the name of any time zone that the browser supports, such as `Asia/Tokyo`. */
export type ZoneChoice = string;

/** Undefined for a zone that this browser does not support. */
export function parseZone(stored: string): ZoneChoice | undefined {
  return stored === "local" || stored === "utc" ? stored : parseTimeZone(stored);
}

/** The time zone in which times are shown, and how to change it. */
export function useZoneChoice(): [ZoneChoice, (choice: ZoneChoice) => void] {
  return usePreference<ZoneChoice>("time-zone", "local", parseZone);
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const utc = () => "UTC";
const yes = () => true;

/** The time zone of this device; UTC on the server. */
export function useDeviceZone(): TimeZone {
  return useBrowserValue(deviceZone, utc);
}

/** The time zone of all times on the screen; on the server that of the cookie, or UTC if there is none. */
export function useTimeZone(): TimeZone {
  const { zone = "UTC" } = useContext(OpeningContext);
  const [choice] = useZoneChoice();
  const local = useBrowserValue(deviceZone, () => zone);
  if (choice === "utc") return "UTC";
  return choice === "local" ? local : choice;
}

/** Whether times are shown in the user's zone: not in the HTML for a browser whose zone the server does not know. */
export function useIsZoneKnown(): boolean {
  const { zone } = useContext(OpeningContext);
  return useBrowserValue(yes, () => zone !== undefined);
}

const yearS = 31_536_000;

/** Tells the server the time zone, so that it renders the next pages with times in it. */
export function useTimeZoneCookie(): void {
  const zone = useTimeZone();
  useEffect(() => {
    document.cookie = `${TIME_ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=${yearS}; samesite=lax`;
  }, [zone]);
}
