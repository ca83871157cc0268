"use client";

import { useQuery } from "@tanstack/react-query";

import { InlineBanner } from "@/components/ui/inline-banner";
import { Timestamp } from "@/components/ui/timestamp";
import { callsIndexed, type CallsListParams } from "@/lib/queries/calls";

/** Notes during a text search that the latest text is not indexed yet. */
export function IndexNote({ params }: { params: CallsListParams }) {
  const { data: until } = useQuery(callsIndexed(params));
  if (!until) return undefined;
  return (
    <InlineBanner className="mx-4 my-2">
      Text received after <Timestamp at={until} /> is not indexed yet. It is searched too, but this takes longer.
    </InlineBanner>
  );
}
