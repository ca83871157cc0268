import type { ScorerType } from "@/lib/contract/scorers";

/** What a scorer of each type computes, in a few words. */
export const SCORER_WORDS: Readonly<Record<ScorerType, string>> = {
  exact: "Exact match",
  contains: "Contains a text",
  regex: "Regular expression",
  json_schema: "JSON schema",
  number: "Numeric difference",
  latency: "Latency",
  cost: "Cost",
  judge: "Judged by a model",
};
