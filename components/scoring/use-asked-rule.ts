"use client";

import { useQueryStates } from "nuqs";
import { parseAsString } from "nuqs/server";

import type { RuleDraft } from "./rule-draft";

/** See `newScoringPath`. */
const params = { new: parseAsString, filter: parseAsString, scorer: parseAsString };

interface AskedRule {
  /** What the form of a new rule begins with; undefined if the address asks for none. */
  asked: Partial<RuleDraft> | undefined;
  /** Removes it from the address. */
  clear: () => void;
}

/** The new rule that the address asks for. */
export function useAskedRule(): AskedRule {
  const [{ new: unit, filter, scorer }, set] = useQueryStates(params);
  return {
    asked: unit === null ? undefined : { unit, ...(filter !== null && { filter }), ...(scorer !== null && { scorer }) },
    clear: () => {
      if (unit !== null) void set(null);
    },
  };
}
