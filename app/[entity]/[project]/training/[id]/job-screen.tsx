"use client";

import { JobPage } from "@/components/training/job/job-page";

import { trainingConversation } from "../conversation";

interface JobScreenProps {
  projectId: string;
  jobId: string;
  serviceUrl: string;
}

/** Composes a job and the conversations of its trajectories. */
export function JobScreen(props: JobScreenProps) {
  return <JobPage key={props.jobId} {...props} conversation={trainingConversation} />;
}
