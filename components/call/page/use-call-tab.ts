"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";

export const tabNames = ["overview", "input", "output", "attributes", "exception", "cost", "raw"] as const;
export type TabName = (typeof tabNames)[number];

const parser = parseAsStringLiteral(tabNames).withDefault("overview");

/** Which part of a call is shown; it is in the address. */
export function useCallTab() {
  return useQueryState("tab", parser);
}
