"use client";

import { CallPage } from "@/components/call/page/call-page";
import { FeedbackPanel } from "@/components/feedback/feedback-panel";
import { CallTraining } from "@/components/training/call-training";

/** Composes the call, the feedback on it and the jobs trained on it. */
export function CallScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  return (
    <CallPage
      projectId={projectId}
      serviceUrl={serviceUrl}
      feedbackOn={(callId) => <FeedbackPanel key={`feedback ${callId}`} projectId={projectId} callId={callId} />}
      usesOf={(callId) => <CallTraining key={`training ${callId}`} projectId={projectId} callId={callId} />}
    />
  );
}
