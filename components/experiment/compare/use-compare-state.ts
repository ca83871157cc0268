"use client";

import { useQueryStates } from "nuqs";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** Experiments that are shown side by side. */
export const COMPARED_EXPERIMENTS = 6;

/** Orders of examples: as in the dataset, or by the largest difference from the baseline. */
export const EXAMPLE_ORDERS = ["dataset", "loss", "gain"] as const;
export type ExampleOrder = (typeof EXAMPLE_ORDERS)[number];

const params = {
  /** The ids of their calls. */
  ids: parseAsArrayOf(parseAsString).withDefault([]),
  /** The id of the baseline; the pinned one if empty, or the first one. */
  base: parseAsString.withDefault(""),
  /** The score of the examples; the first one if empty. */
  score: parseAsString.withDefault(""),
  order: parseAsStringLiteral(EXAMPLE_ORDERS).withDefault("dataset"),
};

/** The compared experiments, and how they are, kept in the URL. */
export function useCompareState() {
  return useQueryStates(params, { history: "push" });
}
