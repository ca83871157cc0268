"use client";

import { useEffect, useState } from "react";

const tickMs = 1_000;

/** Milliseconds since 1970, updated every second while `runs`, else constant. */
export function useClock(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
