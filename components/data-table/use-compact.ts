"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Width in pixels below which a row has two lines; the same as Tailwind's `sm`. */
const compactPx = 640;

/** Whether the window is narrower than this many pixels; false on the server. */
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

/** Whether the window is as narrow as a phone's; false on the server. */
export function useCompact(): boolean {
  return useNarrowerThan(compactPx);
}
