"use client";

import { usePathname } from "next/navigation";
import { useCallback } from "react";

import { callPath, decodeSegment } from "@/lib/format/address";

const idSegment = 4;

/**
 * The call in the address, and a function to select another without reloading the page. `passing` adds no history
 * entry.
 */
export function useSelectedCall(projectId: string): [string, (id: string, passing: boolean) => void] {
  const id = decodeSegment(usePathname().split("/")[idSegment] ?? "");
  const select = useCallback(
    (next: string, passing: boolean) => {
      const address = callPath(projectId, next) + window.location.search;
      if (passing) window.history.replaceState(null, "", address);
      else window.history.pushState(null, "", address);
    },
    [projectId],
  );
  return [id, select];
}
