import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { cn } from "./cn";

const looks = {
  info: { icon: Info, className: "bg-running-soft", color: "text-running" },
  warning: { icon: TriangleAlert, className: "bg-warning-soft", color: "text-warning" },
  error: { icon: CircleAlert, className: "bg-error-soft", color: "text-error" },
};

interface InlineBannerProps {
  tone?: keyof typeof looks;
  /** Buttons at the end. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A message in the flow of the page, read out when it appears. */
export function InlineBanner({ tone = "info", action, className, children }: InlineBannerProps) {
  const look = looks[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cn("flex items-start gap-2 rounded-control px-2.5 py-1.5 text-body", look.className, className)}
    >
      <look.icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", look.color)} />
      {/* Buttons that leave the message no room are below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2 gap-y-1.5">
        <div className={cn("min-w-0 flex-1 wrap-anywhere", Boolean(action) && "basis-40")}>{children}</div>
        {action}
      </div>
    </div>
  );
}
