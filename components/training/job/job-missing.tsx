"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { trainingPath } from "@/lib/format/address";
import { isLackingTraining, trainingRunner } from "@/lib/queries/training";

interface JobMissingProps {
  projectId: string;
  jobId: string;
  error: Error;
}

/** Stands in place of a job that is not there, or that the service does not tell of. */
export function JobMissing({ projectId, jobId, error }: JobMissingProps) {
  // A service of the bare interface takes jobs and tells nothing of them: its answer is the same as for a wrong id.
  const { error: runnerError, isPending } = useQuery(trainingRunner());
  if (isPending) return null;
  if (isLackingTraining(runnerError))
    return (
      <MissingExtension lacks="tell how jobs go" endpoint="trainingJob" under={trainingPath(projectId)}>
        <p className="wrap-anywhere text-muted">
          The job was sent: its id is <code>{jobId}</code>. Ask whoever runs the service how it goes.
        </p>
      </MissingExtension>
    );
  return (
    <EmptyState
      isPage
      icon={SearchX}
      title="There is no such job"
      description={
        <>
          Nothing that your key may read has the id <code className="wrap-anywhere">{jobId}</code>: {error.message}
        </>
      }
    >
      <Link href={trainingPath(projectId)} className={buttonClass()}>
        All jobs
      </Link>
    </EmptyState>
  );
}
