import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";

import { cn } from "@/components/ui/cn";
import type { ScoringRule } from "@/lib/contract/scoring";
import { counted } from "@/lib/format/number";

/** The status of a scoring rule as icon and text. */
export function RuleStatus({ rule }: { rule: Pick<ScoringRule, "status" | "reason" | "failing"> }) {
  const { status } = rule;
  const failing = status === "active" ? rule.failing : undefined;
  const reason =
    rule.reason ??
    (failing && [`The last ${counted(failing.calls, "call")} failed`, failing.reason].filter(Boolean).join(": "));
  const isHeld = status === "active" && reason !== undefined;
  const Icon = status === "paused" ? CirclePause : isHeld ? CircleAlert : CircleCheck;
  return (
    <span
      className={cn(
        "flex items-center gap-1",
        failing ? "text-error" : status === "paused" || isHeld ? "text-warning" : "text-success",
      )}
      title={reason}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="text-meta font-medium">{status === "paused" ? "Paused" : failing ? "Failing" : "Active"}</span>
    </span>
  );
}
