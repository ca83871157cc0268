import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from "lucide-react";

import type { CallStatus } from "@/lib/contract/calls";

import { cn } from "./cn";

const looks: Record<CallStatus, { word: string; icon: LucideIcon; color: string }> = {
  success: { word: "Success", icon: CircleCheck, color: "text-success" },
  error: { word: "Error", icon: CircleX, color: "text-error" },
  running: { word: "Running", icon: CircleDashed, color: "text-running" },
  descendant_error: { word: "Error inside", icon: CircleAlert, color: "text-warning" },
};

/** The word of a status, the same on every page. */
export function statusWord(status: CallStatus): string {
  return looks[status].word;
}

interface StatusIconProps {
  status: CallStatus;
  /** Shows the word beside the icon; otherwise it is the icon's name and tooltip. */
  word?: boolean;
  className?: string;
}

export function StatusIcon({ status, word = false, className }: StatusIconProps) {
  const look = looks[status];
  return (
    <span title={word ? undefined : look.word} className={cn("inline-flex items-center gap-1", look.color, className)}>
      <look.icon
        aria-hidden
        className={cn("size-3.5 shrink-0", status === "running" && "motion-safe:animate-[spin_3s_linear_infinite]")}
      />
      <span className={word ? "text-meta font-medium" : "sr-only"}>{look.word}</span>
    </span>
  );
}
