import {
  BellOff,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  Clock,
  Send,
  TriangleAlert,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";

import { cn } from "@/components/ui/cn";
import type { AlertEventKind } from "@/lib/contract/alerts";

const looks: Record<AlertEventKind | "new" | "stopped", { word: string; icon: LucideIcon; color: string }> = {
  new: { word: "New", icon: Clock, color: "text-muted" },
  ok: { word: "OK", icon: CircleCheck, color: "text-success" },
  firing: { word: "Firing", icon: TriangleAlert, color: "text-error" },
  no_data: { word: "No data", icon: CircleDashed, color: "text-muted" },
  error: { word: "Error", icon: CircleAlert, color: "text-warning" },
  test: { word: "Test", icon: Send, color: "text-muted" },
  stopped: { word: "Stopped", icon: CirclePause, color: "text-warning" },
  skipped: { word: "Skipped", icon: CircleSlash, color: "text-muted" },
};

/** The state of an alert, or the kind of an event in its history, as icon and text. */
export function AlertState({ state }: { state: AlertEventKind | "stopped" | undefined }) {
  const look = looks[state ?? "new"];
  return (
    <span className={cn("flex items-center gap-1", look.color)}>
      <look.icon aria-hidden className="size-3.5 shrink-0" />
      <span className="text-meta font-medium">{look.word}</span>
    </span>
  );
}

/** A mark that nothing is notified. */
export function MutedMark({ title }: { title: string }) {
  return <BellOff role="img" aria-label={title} className="size-3.5 shrink-0 text-muted" />;
}
