"use client";

import dynamic from "next/dynamic";
import { useCallback } from "react";

// The server renders only its skeleton, since drafts are in the browser, so the page responds before it is loaded.
const Playground = dynamic(async () => (await import("@/components/playground/playground")).Playground);
// Loaded when there is an answer, in a boundary of its own.
const FeedbackPanel = dynamic(async () => (await import("@/components/feedback/feedback-panel")).FeedbackPanel, {
  ssr: false,
});

/** Composes the playground and the feedback on its answers. */
export function PlaygroundScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const feedbackOn = useCallback(
    (callId: string) => <FeedbackPanel key={callId} projectId={projectId} callId={callId} />,
    [projectId],
  );
  return <Playground projectId={projectId} serviceUrl={serviceUrl} feedbackOn={feedbackOn} />;
}
