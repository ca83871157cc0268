"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** Where a reader was in a table. */
export interface Place {
  offsetPx: number;
  rowId: string | undefined;
}

const places = new Map<string, Place>();
let cameByHistory = false;

if (typeof window !== "undefined") {
  // Back and Forward come last before a page shows; following a link begins with a click or a key.
  window.addEventListener("popstate", () => {
    cameByHistory = true;
  });
  for (const type of ["click", "keydown"]) {
    window.addEventListener(
      type,
      () => {
        cameByHistory = false;
      },
      true,
    );
  }
}

/** The place the reader left at this address, when Back or Forward led here; keep `place.current` up to date. */
export function usePlace() {
  const address = `${usePathname()}?${useSearchParams().toString()}`;
  const [recalled] = useState(() => (cameByHistory ? places.get(address) : undefined));
  const place = useRef<Place>(recalled ?? { offsetPx: 0, rowId: undefined });
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  });
  useEffect(() => {
    const left = place;
    return () => {
      places.set(latest.current, left.current);
    };
  }, []);
  return { recalled, place };
}
