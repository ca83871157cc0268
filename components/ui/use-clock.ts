"use client";

import { useContext, useEffect, useState } from "react";

import { OpeningContext } from "./opening";
import { useIsHydrated } from "./use-browser-value";

const tickMs = 1_000;

/** Milliseconds since 1970, updated every second while `runs`, else constant; on the server by its clock. */
export function useClock(runs: boolean): number {
  const { now: opened } = useContext(OpeningContext);
  const isHydrated = useIsHydrated();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [runs]);
  return isHydrated ? now : opened;
}
