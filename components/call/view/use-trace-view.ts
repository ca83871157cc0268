"use client";

import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";

export const traceViews = ["tree", "graph", "log"] as const;
export type TraceView = (typeof traceViews)[number];

const parser = parseAsStringLiteral(traceViews).withDefault("tree");

/** How a whole trace is shown, kept in the address. */
export function useTraceView() {
  return useQueryState("view", parser);
}
