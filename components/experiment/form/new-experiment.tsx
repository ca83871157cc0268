"use client";

import dynamic from "next/dynamic";

import { FormSkeleton } from "./form-skeleton";

// The server renders only its skeleton, so that the page responds before the form and its schemas are loaded.
const HydratedForm = dynamic(async () => (await import("./hydrated-form")).HydratedForm, { loading: FormSkeleton });

/** The page of a new experiment: what is run over which rows, how it is scored, and what will be sent. */
export function NewExperiment({ projectId }: { projectId: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <h1 className="px-4 pt-4 text-title font-semibold">New experiment</h1>
      <HydratedForm key={projectId} projectId={projectId} />
    </div>
  );
}
