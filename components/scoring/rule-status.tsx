import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";

import { cn } from "@/components/ui/cn";
import type { ScoringRule } from "@/lib/contract/scoring";
import { counted } from "@/lib/format/number";

/** The status of a scoring rule as icon and text; one that has scored nothing because every call failed is failing. */
export function RuleStatus({ rule }: { rule: Pick<ScoringRule, "status" | "reason" | "calls"> }) {
  const { status, calls } = rule;
  const isFailing = status === "active" && calls.failed > 0 && calls.scored === 0;
  const reason = rule.reason ?? (isFailing ? `All ${counted(calls.failed, "call")} so far failed` : undefined);
  const isHeld = status === "active" && reason !== undefined;
  const Icon = status === "paused" ? CirclePause : isHeld ? CircleAlert : CircleCheck;
  return (
    <span
      className={cn(
        "flex items-center gap-1",
        isFailing ? "text-error" : status === "paused" || isHeld ? "text-warning" : "text-success",
      )}
      title={reason}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="text-meta font-medium">{status === "paused" ? "Paused" : isFailing ? "Failing" : "Active"}</span>
    </span>
  );
}
