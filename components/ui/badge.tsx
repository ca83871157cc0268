import type { ReactNode } from "react";

import { cn } from "./cn";

const tones = {
  neutral: "bg-hover text-muted",
  accent: "bg-accent-soft text-accent-ink",
  success: "bg-success-soft text-success",
  error: "bg-error-soft text-error",
  running: "bg-running-soft text-running",
  warning: "bg-warning-soft text-warning",
};

interface BadgeProps {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex h-5 max-w-full items-center gap-1 rounded-[4px] px-1.5 text-meta font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
