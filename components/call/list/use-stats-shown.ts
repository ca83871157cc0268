"use client";

import { usePreference } from "@/components/ui/use-preference";

type Shown = "shown" | "hidden";

function parseShown(stored: string): Shown | undefined {
  return stored === "shown" || stored === "hidden" ? stored : undefined;
}

/** Whether the charts are shown above the list, remembered in the browser. */
export function useStatsShown(): [boolean, (isShown: boolean) => void] {
  const [shown, setShown] = usePreference<Shown>("calls-charts", "shown", parseShown);
  return [shown === "shown", (isShown) => setShown(isShown ? "shown" : "hidden")];
}
