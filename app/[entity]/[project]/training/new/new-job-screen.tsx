"use client";

import { NewJob } from "@/components/training/form/new-job";

import { trainingConversation } from "../conversation";

/** Joins the form of a training job, and what belongs to calls: the two know nothing of each other. */
export function NewJobScreen({ projectId }: { projectId: string }) {
  return <NewJob projectId={projectId} conversation={trainingConversation} />;
}
