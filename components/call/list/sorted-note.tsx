"use client";

import { useQuery } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { formatCount } from "@/lib/format/number";
import { callsCount, type CallsListParams } from "@/lib/queries/calls";
import { type CallsView, NEWEST_TRACES, sortedCalls } from "@/lib/filter/calls-view";

interface SortedNoteProps {
  params: CallsListParams;
  onChange: (change: Partial<CallsView>) => void;
}

/** Notes that only the newest calls are sorted, if there are more. */
export function SortedNote({ params, onChange }: SortedNoteProps) {
  const { view } = params;
  const sorted = sortedCalls(view);
  const counted = useQuery({ ...callsCount(params), enabled: sorted !== undefined });
  const { data: count = 0, isPlaceholderData: isOfBefore } = counted;
  if (isOfBefore || sorted === undefined || count <= sorted) return undefined;
  const noun = view.roots ? "traces" : "calls";
  return (
    <InlineBanner
      className="mx-4 my-2"
      action={
        <Button size="small" onClick={() => onChange({ sort: NEWEST_TRACES.sort })}>
          Show newest first
        </Button>
      }
    >
      Only the newest {formatCount(sorted)} of {formatCount(count)} {noun} are listed and sorted. To sort all of them,
      choose a shorter time range or add a filter.
    </InlineBanner>
  );
}
