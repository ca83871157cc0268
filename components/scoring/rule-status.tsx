import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";

import { cn } from "@/components/ui/cn";
import type { ScoringRule } from "@/lib/contract/scoring";

/** The status of a scoring rule as icon and text. */
export function RuleStatus({ rule: { status, reason } }: { rule: Pick<ScoringRule, "status" | "reason"> }) {
  const isHeld = status === "active" && reason !== undefined;
  const Icon = status === "paused" ? CirclePause : isHeld ? CircleAlert : CircleCheck;
  return (
    <span
      className={cn("flex items-center gap-1", status === "paused" || isHeld ? "text-warning" : "text-success")}
      title={reason}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="text-meta font-medium">{status === "paused" ? "Paused" : "Active"}</span>
    </span>
  );
}
