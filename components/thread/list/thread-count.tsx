"use client";

import { useQuery } from "@tanstack/react-query";

import { Skeleton } from "@/components/ui/skeleton";
import { FilterError } from "@/lib/filter/filter";
import { counted } from "@/lib/format/number";
import { liveThreads } from "@/lib/queries/live-threads";
import { WATERMARK_MS } from "@/lib/queries/polling";
import { threadsCount, type ThreadsListParams } from "@/lib/queries/threads";
import { useFollowing } from "@/lib/queries/use-following";

/** The number of threads that the view selects, kept live. */
export function ThreadCount({ params }: { params: ThreadsListParams }) {
  const { data: live, error } = useQuery(liveThreads(params));
  const count = useFollowing(threadsCount(params), live?.latest, () => WATERMARK_MS);
  // An invalid filter has no count, nor has a service without the endpoint.
  if (error instanceof FilterError || (count.error && count.data === undefined)) return undefined;
  return (
    <p role="status" aria-busy={count.isPlaceholderData} className="ml-auto text-meta text-muted aria-busy:opacity-50">
      {count.data === undefined ? <Skeleton className="w-16" /> : counted(count.data, "thread")}
    </p>
  );
}
