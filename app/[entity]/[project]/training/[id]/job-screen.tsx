"use client";

import { JobPage } from "@/components/training/job/job-page";

import { trainingConversation } from "../conversation";

interface JobScreenProps {
  projectId: string;
  jobId: string;
  serviceUrl: string;
}

/** Joins a job and the conversations of its trajectories: the two know nothing of each other. */
export function JobScreen(props: JobScreenProps) {
  return <JobPage key={props.jobId} {...props} conversation={trainingConversation} />;
}
