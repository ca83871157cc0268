import type { ScoringDefinition } from "@/lib/contract/scoring";
import { measuredFilter } from "@/lib/filter/measured-calls";

/** Which calls a rule selects, as the filter of the list of calls. */
export function RuleFilter({ definition: { filter, query } }: { definition: ScoringDefinition }) {
  const roots = filter?.trace_roots_only ? "parent:none" : "";
  const text = [measuredFilter({ filter, query }), roots].filter((part) => part !== "").join(" ");
  return text ? <code title={text}>{text}</code> : <span className="text-muted">All</span>;
}
