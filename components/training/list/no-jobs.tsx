"use client";

import { useQuery } from "@tanstack/react-query";
import { GraduationCap } from "lucide-react";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { JobsView } from "@/lib/queries/training";
import { trainingRunner } from "@/lib/queries/training";

import { NewJobLink } from "../new-job-link";
import { RunnerSetup } from "../runner-setup";

interface NoJobsProps {
  projectId: string;
  view: JobsView;
  onChange: (change: Partial<JobsView>) => void;
}

/** Explains how to create a first job, and that a runner is needed. */
export function NoJobs({ projectId, view, onChange }: NoJobsProps) {
  const { data: runner } = useQuery(trainingRunner());
  if (view.status !== null || view.model !== null || view.call !== null)
    return (
      <EmptyState icon={GraduationCap} title="No matching jobs">
        <Button onClick={() => onChange({ status: null, model: null, call: null })}>Show all jobs</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={GraduationCap}
      title="No training jobs yet"
      description="A job trains a model on groups of trajectories: several answers to the same prompt, each with a reward. Create groups from traces with feedback, from files, or from a program."
    >
      <NewJobLink projectId={projectId} />
      {runner && runner.runner === undefined && <RunnerSetup />}
    </EmptyState>
  );
}
