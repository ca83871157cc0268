"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle } from "lucide-react";

import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format/number";
import type { CallsListParams } from "@/lib/queries/calls";
import { useLiveCount } from "@/lib/queries/use-live-count";
import { liveCalls } from "@/lib/queries/use-live-calls";

interface TotalsLineProps {
  params: CallsListParams;
}

/** How many calls the filters select, and whether the list follows what arrives. */
export function TotalsLine({ params }: TotalsLineProps) {
  const { data: live, failureCount } = useQuery(liveCalls(params));
  const { data: count, isPlaceholderData } = useLiveCount(params, live?.latest);
  const isLive = failureCount === 0;
  const noun = params.view.roots ? "trace" : "call";
  return (
    <p role="status" className="ml-auto flex items-center gap-2 text-meta text-muted">
      {count === undefined ? (
        <Skeleton className="w-16" />
      ) : (
        <span className={cn(isPlaceholderData && "opacity-50")}>
          <span className="font-medium text-ink">{formatCount(count)}</span> {noun}
          {count === 1 ? "" : "s"}
        </span>
      )}
      <span className="inline-flex items-center gap-1">
        <Circle aria-hidden className={cn("size-2 fill-current", isLive ? "text-success" : "text-faint")} />
        {isLive ? "live" : "not live"}
      </span>
    </p>
  );
}
