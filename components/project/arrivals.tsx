import { Circle } from "lucide-react";

import { Timestamp } from "@/components/ui/timestamp";
import { formatCount } from "@/lib/format/number";
import { formatRelativeTime } from "@/lib/format/time";

interface ArrivalsProps {
  /** Calls in the project. */
  count: number;
  /** When one was last written. */
  latest: string;
  /** When that was requested, milliseconds since 1970. */
  nowMs: number;
}

/** Shows how many calls have arrived and when the last one did, to the second. */
export function Arrivals({ count, latest, nowMs }: ArrivalsProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-body">
      <Circle aria-hidden className="size-2 fill-current text-success" />
      <span>
        <span className="font-medium">{formatCount(count)}</span> {count === 1 ? "call" : "calls"}, most recent{" "}
        {ago(latest, nowMs)}
      </span>
      <span className="text-muted">
        (<Timestamp at={latest} />)
      </span>
    </p>
  );
}

function ago(latest: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(latest)) / 1000));
  return seconds < 60 ? `${seconds} s ago` : formatRelativeTime(latest, new Date(nowMs));
}
