"use client";

import dynamic from "next/dynamic";
import { useCallback } from "react";

import { Playground } from "@/components/playground/playground";

// Loaded when there is an answer.
const FeedbackPanel = dynamic(async () => (await import("@/components/feedback/feedback-panel")).FeedbackPanel);

/** Composes the playground and the feedback on its answers. */
export function PlaygroundScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const feedbackOn = useCallback(
    (callId: string) => <FeedbackPanel key={callId} projectId={projectId} callId={callId} />,
    [projectId],
  );
  return <Playground projectId={projectId} serviceUrl={serviceUrl} feedbackOn={feedbackOn} />;
}
