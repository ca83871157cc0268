"use client";

import { CallPage } from "@/components/call/page/call-page";
import { FeedbackPanel } from "@/components/feedback/feedback-panel";

/** Joins the call and the feedback on it: the two know nothing of each other. */
export function CallScreen({ projectId }: { projectId: string }) {
  return (
    <CallPage
      projectId={projectId}
      feedbackOn={(callId) => <FeedbackPanel key={`feedback ${callId}`} projectId={projectId} callId={callId} />}
    />
  );
}
