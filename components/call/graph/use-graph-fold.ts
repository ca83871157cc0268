"use client";

import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";

import { GRAPH_FOLDS } from "@/lib/trace/graph-fold";

const parser = parseAsStringLiteral(GRAPH_FOLDS).withDefault("name");

/** Which calls are one step of the graph, kept in the address. */
export function useGraphFold() {
  return useQueryState("steps", parser);
}
