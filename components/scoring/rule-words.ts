import type { ScoredUnit, ScoringRule } from "@/lib/contract/scoring";
import { readAnyRef } from "@/lib/contract/refs";
import { formatMoney } from "@/lib/format/money";
import { counted } from "@/lib/format/number";

/** What a rule scores, as the form offers it. */
export const UNITS: readonly { value: ScoredUnit; label: string }[] = [
  { value: "traces", label: "Traces: the root call of each" },
  { value: "calls", label: "Calls: every call" },
  { value: "threads", label: "Threads: the last turn of each" },
];

export const UNIT_WORDS: Readonly<Record<ScoredUnit, string>> = {
  traces: "Traces",
  calls: "Calls",
  threads: "Threads",
};
const DEFAULT_QUIET_MINUTES = 10;

type Definition = ScoringRule["definition"];

/** How one of what a rule scores is called. */
export const UNIT_NOUNS: Readonly<Record<ScoredUnit, string>> = { traces: "trace", calls: "call", threads: "thread" };

/** What a rule scores, in words: `Traces`, `Threads, once quiet for 10 minutes`. */
export function unitText({ unit, quiet_minutes: minutes }: Pick<Definition, "unit" | "quiet_minutes">): string {
  if (unit !== "threads") return UNIT_WORDS[unit];
  return `${UNIT_WORDS.threads}, once quiet for ${counted(minutes ?? DEFAULT_QUIET_MINUTES, "minute")}`;
}

/** What a rule has cost, of its budget: `$0.12 of $5.00`. */
export function costText({ cost_usd: cost, definition }: Pick<ScoringRule, "cost_usd" | "definition">): string {
  const spent = formatMoney(cost, "USD");
  return definition.budget_usd == null ? spent : `${spent} of ${formatMoney(definition.budget_usd, "USD")}`;
}

/** The version of a scorer that a ref names; the name is the ref itself if it names no object. */
export function scorerIn(ref: string): { name: string; digest: string | undefined } {
  const read = readAnyRef(ref);
  return read?.kind === "object" ? { name: read.name, digest: read.digest } : { name: ref, digest: undefined };
}
