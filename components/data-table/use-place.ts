"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/** The user's position in a table. */
export interface Place {
  offsetPx: number;
  rowId: string | undefined;
}

const places = new Map<string, Place>();
let cameByHistory = false;

if (typeof window !== "undefined") {
  // Back and Forward are the last event before a page shows; following a link begins with a click or a key.
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

const useAddress = () => `${usePathname()}?${useSearchParams().toString()}`;

/** The position that the user left at this address, if Back or Forward led here. */
export function useRecalledPlace(): Place | undefined {
  const address = useAddress();
  const [recalled] = useState(() => (cameByHistory ? places.get(address) : undefined));
  return recalled;
}

/** The position that the user left at this address, if Back or Forward led here, and how to note it. */
export function usePlace() {
  const address = useAddress();
  const recalled = useRecalledPlace();
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
  const notePlace = (part: Partial<Place>) => {
    place.current = { ...place.current, ...part };
  };
  return { recalled, notePlace };
}
