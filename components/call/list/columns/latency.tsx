"use client";

import { Quantity } from "@/components/ui/quantity";
import { useNow } from "@/components/ui/use-now";
import type { CallRow } from "@/lib/contract/calls";
import { durationParts } from "@/lib/format/duration";

/** The latency of a call, or how long it has been running. */
export function Latency({ call: { overview, started_at: startedAt } }: { call: CallRow }) {
  if (overview?.status === "running" && !overview.stale && startedAt) return <Running since={startedAt} />;
  return <Quantity parts={durationParts(overview?.latency_ms)} />;
}

function Running({ since }: { since: string }) {
  const now = useNow();
  const elapsedMs = Math.max(0, now - Date.parse(since));
  return (
    <span title="So far" className="block truncate text-muted">
      {now > 0 && <Quantity parts={durationParts(Math.floor(elapsedMs / 1000) * 1000)} />} …
    </span>
  );
}
