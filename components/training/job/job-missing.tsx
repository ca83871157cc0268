"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { trainingPath } from "@/lib/format/address";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { trainingRunner } from "@/lib/queries/training";

/** Shown instead of a job that does not exist, or that the service does not report on. */
export function JobMissing({ projectId, jobId, error }: { projectId: string; jobId: string; error: Error }) {
  // A service other than Loupe's may answer an unknown id like an endpoint that it does not have.
  const isMissing = isMissingEndpoint(error);
  const { error: runnerError, isPending } = useQuery({ ...trainingRunner(), enabled: isMissing });
  if (isMissing && isPending) return null;
  if (isMissing && isMissingEndpoint(runnerError))
    return (
      <MissingExtension lacks="report job status" endpoint="trainingJob" under={trainingPath(projectId)}>
        <p className="wrap-anywhere text-muted">
          The job was submitted with ID <code>{jobId}</code>. Ask the operator of the service for its status.
        </p>
      </MissingExtension>
    );
  return (
    <EmptyState
      isPage
      icon={SearchX}
      title="Job not found"
      description={
        <>
          Job <code className="wrap-anywhere">{jobId}</code> does not exist, or your key cannot read it.
        </>
      }
    >
      <Link href={trainingPath(projectId)} className={buttonClass()}>
        All jobs
      </Link>
    </EmptyState>
  );
}
