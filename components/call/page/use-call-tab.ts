"use client";

import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";

export const tabNames = ["overview", "input", "output", "attributes", "exception", "cost", "raw"] as const;
export type TabName = (typeof tabNames)[number];

export const tabLabels: Record<TabName, string> = {
  overview: "Overview",
  input: "Input",
  output: "Output",
  attributes: "Attributes",
  exception: "Exception",
  cost: "Cost",
  raw: "Raw",
};

const parser = parseAsStringLiteral(tabNames).withDefault("overview");

/** The selected part of a call, kept in the address. */
export function useCallTab() {
  return useQueryState("tab", parser);
}
