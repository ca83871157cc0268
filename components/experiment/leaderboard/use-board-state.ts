"use client";

import { useQueryStates } from "nuqs";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

const params = {
  /** The ref of the evaluation; the one with the newest experiment if empty. */
  evaluation: parseAsString.withDefault(""),
  /** The score that ranks; the first one if empty. */
  by: parseAsString.withDefault(""),
  direction: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
};

/** The shown leaderboard and its order, kept in the URL. */
export function useBoardState() {
  return useQueryStates(params, { history: "push" });
}
