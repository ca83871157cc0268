"use client";

import { CallPage } from "@/components/call/page/call-page";
import { FeedbackPanel } from "@/components/feedback/feedback-panel";

/** Joins the call and the feedback on it: the two know nothing of each other. */
export function CallScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  return (
    <CallPage
      projectId={projectId}
      serviceUrl={serviceUrl}
      feedbackOn={(callId) => <FeedbackPanel key={`feedback ${callId}`} projectId={projectId} callId={callId} />}
    />
  );
}
