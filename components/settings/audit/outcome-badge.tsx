import { Badge } from "@/components/ui/badge";
import type { AuditRecord } from "@/lib/contract/audit";
import { type AuditOutcome, auditOutcome } from "@/lib/contract/audit-kinds";
import { OUTCOME_WORDS } from "@/lib/format/audit-words";

const tones = { done: "success", refused: "warning", failed: "error", unknown: "neutral" } as const satisfies Record<
  AuditOutcome,
  string
>;

/** What became of a request, with its status if it was not done. */
export function OutcomeBadge({ record }: { record: AuditRecord }) {
  const { status } = record;
  const outcome = auditOutcome(status);
  const hasStatus = outcome === "refused" || outcome === "failed";
  return (
    <Badge tone={tones[outcome]}>
      {OUTCOME_WORDS[outcome]}
      {hasStatus && ` (${status})`}
    </Badge>
  );
}
