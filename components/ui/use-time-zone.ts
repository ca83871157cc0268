"use client";

import { useSyncExternalStore } from "react";

import type { TimeZone } from "@/lib/format/time";

import { usePreference } from "./use-preference";

export type ZoneChoice = "local" | "utc";

function parseChoice(stored: string): ZoneChoice | undefined {
  return stored === "local" || stored === "utc" ? stored : undefined;
}

/** Whether times are shown in the reader's zone or in UTC, and how to change it. */
export function useZoneChoice(): [ZoneChoice, (choice: ZoneChoice) => void] {
  return usePreference<ZoneChoice>("time-zone", "local", parseChoice);
}

const subscribeNever = () => () => {};

/** The zone every time on the screen is shown in; UTC in what the server renders. */
export function useTimeZone(): TimeZone {
  const [choice] = useZoneChoice();
  const local = useSyncExternalStore(
    subscribeNever,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
  return choice === "utc" ? "UTC" : local;
}
