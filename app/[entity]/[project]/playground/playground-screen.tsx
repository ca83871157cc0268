"use client";

import { useCallback } from "react";

import { FeedbackPanel } from "@/components/feedback/feedback-panel";
import { Playground } from "@/components/playground/playground";

/** Joins the playground and the feedback on its answers: the two know nothing of each other. */
export function PlaygroundScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const feedbackOn = useCallback(
    (callId: string) => <FeedbackPanel key={callId} projectId={projectId} callId={callId} />,
    [projectId],
  );
  return <Playground projectId={projectId} serviceUrl={serviceUrl} feedbackOn={feedbackOn} />;
}
