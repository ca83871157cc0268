"use client";

import dynamic from "next/dynamic";

import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useMay } from "@/lib/queries/use-may";

const ScorerEditor = dynamic(async () => (await import("./scorer-editor")).ScorerEditor, {
  ssr: false,
  loading: () => (
    <div role="status" aria-label="Loading the form" className="grid gap-2 p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  ),
});

/** The page of a new scorer. */
export function NewScorer({ projectId }: { projectId: string }) {
  if (!useMay(projectId, "member"))
    return (
      <EmptyState
        isPage
        title="New scorer"
        description="Publishing scorers requires the member role on this project."
      />
    );
  return <ScorerEditor projectId={projectId} />;
}
