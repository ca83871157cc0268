"use client";

import { useIsHydrated } from "@/components/ui/use-browser-value";
import { ErrorState } from "@/components/ui/error-state";

import { ExperimentForm } from "./experiment-form";
import { FormSkeleton } from "./form-skeleton";
import { useStart } from "./use-start";

/** The form in the browser, where its drafts are stored, once what it begins with is read. */
export function HydratedForm({ projectId }: { projectId: string }) {
  const isHydrated = useIsHydrated();
  const { subject, initial, error, retry } = useStart(projectId);
  if (error)
    return (
      <ErrorState
        title="Could not load the settings of this experiment"
        description={error.message}
        error={error}
        onRetry={retry}
      />
    );
  if (!isHydrated || !initial) return <FormSkeleton />;
  return <ExperimentForm key={subject} projectId={projectId} subject={subject} initial={initial} />;
}
