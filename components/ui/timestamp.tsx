"use client";

import { formatRelativeTime, formatTime, type TimeStyle } from "@/lib/format/time";

import { cn } from "./cn";
import { useNow } from "./use-now";
import { useKnownTimeZone, useTimeZone } from "./use-time-zone";

interface TimeProps {
  /** ISO 8601; absent shows a dash. */
  at: string | null | undefined;
  className?: string;
}

/** An instant in the user's time zone, with all details in its title. */
export function Timestamp({ at, style = "short", className }: TimeProps & { style?: TimeStyle }) {
  const known = useKnownTimeZone();
  const zone = known ?? "UTC";
  const now = useNow();
  // A time in another zone would be wrong; its place is kept.
  const isShown = known !== undefined || !at;
  return (
    <time
      dateTime={at ?? undefined}
      title={at ? formatTime(at, zone, "full") : undefined}
      className={cn(className, !isShown && "invisible")}
    >
      {formatTime(at, zone, style, new Date(now))}
    </time>
  );
}

/** How long ago an instant was, kept up to date. */
export function RelativeTime({ at, className }: TimeProps) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <time dateTime={at ?? undefined} title={at ? formatTime(at, zone, "full") : undefined} className={className}>
      {formatRelativeTime(at, new Date(now))}
    </time>
  );
}
