"use client";

import { useQuery } from "@tanstack/react-query";

import { BeginWithModels } from "@/components/parameters/begin-with-models";
import { InlineBanner } from "@/components/ui/inline-banner";
import { modelsList } from "@/lib/queries/models";

/** How to begin, as long as no model can be called for the project. */
export function NoModels({ projectId }: { projectId: string }) {
  const { data } = useQuery(modelsList(projectId));
  if (data?.length !== 0) return undefined;
  return (
    <InlineBanner className="m-2">
      <p className="pb-2">No model can be called for this project yet.</p>
      <BeginWithModels projectId={projectId} />
    </InlineBanner>
  );
}
