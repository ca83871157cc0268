"use client";

import { JobPage } from "@/components/training/job/job-page";

import { trainingConversation } from "../conversation";

/** Composes a job and the conversations of its trajectories. */
export function JobScreen(props: { projectId: string; jobId: string; serviceUrl: string }) {
  return <JobPage key={props.jobId} {...props} conversation={trainingConversation} />;
}
