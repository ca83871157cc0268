"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle } from "lucide-react";

import { Timestamp } from "@/components/ui/timestamp";
import { formatCount } from "@/lib/format/number";
import { formatRelativeTime } from "@/lib/format/time";
import { callsWatermark } from "@/lib/queries/calls";

interface ArrivalsProps {
  projectId: string;
  /** Calls in the project. */
  count: number | undefined;
}

/** Says whether calls arrive and when the last one did, to the second. */
export function Arrivals({ projectId, count }: ArrivalsProps) {
  const { data: watermark, dataUpdatedAt } = useQuery(callsWatermark(projectId));
  const latest = watermark?.latest;
  if (!latest) return undefined;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-body">
      <Circle aria-hidden className="size-2 fill-current text-success" />
      <span>
        {count !== undefined && (
          <>
            <span className="font-medium">{formatCount(count)}</span> {count === 1 ? "call" : "calls"},{" "}
          </>
        )}
        last {ago(latest, dataUpdatedAt)}
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
