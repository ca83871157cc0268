"use client";

import { useContext } from "react";

import type { TimeZone } from "@/lib/format/time";
import { parseZone, type ZoneChoice, zoneOf } from "@/lib/format/time-zone";

import { OpeningContext } from "./opening";
import { useBrowserValue } from "./use-browser-value";
import { usePreference } from "./use-preference";

/** The time zone in which times are shown, and how to change it. */
export function useZoneChoice(): [ZoneChoice, (choice: ZoneChoice) => void] {
  return usePreference<ZoneChoice>("time-zone", "local", parseZone);
}

export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of this device; undefined on the server if it is unknown there. */
export function useDeviceZone(): TimeZone | undefined {
  const { zone } = useContext(OpeningContext).look;
  return useBrowserValue<TimeZone | undefined>(deviceZone, () => zone);
}

/** The time zone of all times on the screen; undefined on the server if it is unknown there. */
export function useKnownTimeZone(): TimeZone | undefined {
  const [choice] = useZoneChoice();
  return zoneOf(choice, useDeviceZone());
}

/** The time zone of all times on the screen; UTC on the server if it is unknown there. */
export function useTimeZone(): TimeZone {
  return useKnownTimeZone() ?? "UTC";
}
