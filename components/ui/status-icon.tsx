import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, CircleX, type LucideIcon } from "lucide-react";

import { type CallStatus, STALE_HOURS } from "@/lib/contract/call-kinds";

import { cn } from "./cn";

interface Look {
  word: string;
  icon: LucideIcon;
  color: string;
  /** Details that the label alone does not show. */
  title?: string;
}

const looks: Record<CallStatus, Look> = {
  success: { word: "Success", icon: CircleCheck, color: "text-success" },
  error: { word: "Error", icon: CircleX, color: "text-error" },
  running: { word: "Running", icon: CircleDashed, color: "text-running" },
  descendant_error: { word: "Descendant error", icon: CircleAlert, color: "text-warning" },
};

const stale: Look = {
  word: "Stale",
  icon: CircleSlash,
  color: "text-muted",
  title: `Stale: the call has not ended, and its trace has had no activity for ${STALE_HOURS} hours`,
};

interface StatusIconProps {
  status: CallStatus;
  /** Whether a running call has had no activity for a long time. */
  isStale?: boolean;
  /** Shows the label beside the icon; otherwise it is the icon's name and tooltip. */
  word?: boolean;
  className?: string;
}

export function StatusIcon({ status, isStale = false, word = false, className }: StatusIconProps) {
  const isRunning = status === "running" && !isStale;
  const look = isStale && status === "running" ? stale : looks[status];
  return (
    <span
      title={look.title ?? (word ? undefined : look.word)}
      className={cn("inline-flex items-center gap-1", look.color, className)}
    >
      <look.icon
        aria-hidden
        className={cn("size-3.5 shrink-0", isRunning && "motion-safe:animate-[spin_3s_linear_infinite]")}
      />
      <span className={word ? "text-meta font-medium" : "sr-only"}>{look.word}</span>
    </span>
  );
}
