"use client";

import { useSyncExternalStore } from "react";

// The width below which a row takes two lines; the same as Tailwind's `sm`.
const query = "(width < 640px)";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone's; not so on the server. */
export function useCompact(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
