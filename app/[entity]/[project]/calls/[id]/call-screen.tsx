"use client";

import dynamic from "next/dynamic";

import { CallPage } from "@/components/call/page/call-page";
import { FeedbackSkeleton, panelClass } from "@/components/feedback/feedback-skeleton";
import { NoteWishProvider } from "@/components/feedback/note-wish";

// The server renders only its skeleton, so that the page responds before the forms are loaded.
const FeedbackPanel = dynamic(async () => (await import("@/components/feedback/feedback-panel")).FeedbackPanel, {
  loading: () => <FeedbackSkeleton className={panelClass} />,
});
// Loaded with the jobs, which are read after the page.
const CallTraining = dynamic(async () => (await import("@/components/training/call-training")).CallTraining, {
  ssr: false,
});

/** Composes the call, the feedback on it and the jobs trained on it. */
export function CallScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  return (
    <CallPage
      projectId={projectId}
      serviceUrl={serviceUrl}
      feedbackOn={(callId) => (
        <NoteWishProvider key={`feedback ${callId}`}>
          <FeedbackPanel projectId={projectId} callId={callId} />
        </NoteWishProvider>
      )}
      usesOf={(callId) => <CallTraining key={`training ${callId}`} projectId={projectId} callId={callId} />}
    />
  );
}
