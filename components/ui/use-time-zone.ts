"use client";

import { useSyncExternalStore } from "react";

import type { TimeZone } from "@/lib/format/time";

import { usePreference } from "./use-preference";

/** `local`, `utc`, or the name of any zone of the browser's, such as `Asia/Tokyo`. */
export type ZoneChoice = string;

/** Undefined for what is no zone that this browser knows. */
export function parseZone(stored: string): ZoneChoice | undefined {
  if (stored === "local" || stored === "utc") return stored;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: stored }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** In which zone times are shown, and how to change it. */
export function useZoneChoice(): [ZoneChoice, (choice: ZoneChoice) => void] {
  return usePreference<ZoneChoice>("time-zone", "local", parseZone);
}

const subscribeNever = () => () => {};

/** The zone of this device; UTC in what the server renders. */
export function useDeviceZone(): TimeZone {
  return useSyncExternalStore(
    subscribeNever,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

/** The zone every time on the screen is shown in; UTC in what the server renders. */
export function useTimeZone(): TimeZone {
  const [choice] = useZoneChoice();
  const local = useDeviceZone();
  if (choice === "utc") return "UTC";
  return choice === "local" ? local : choice;
}
