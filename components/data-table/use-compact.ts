"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Pixels below which a row takes two lines; the same as Tailwind's `sm`. */
const compactPx = 640;

/** Whether the window is narrower than so many pixels; not so on the server. */
export function useNarrowerThan(px: number): boolean {
  const query = `(width < ${px}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Whether the window is as narrow as a phone's; not so on the server. */
export function useCompact(): boolean {
  return useNarrowerThan(compactPx);
}
