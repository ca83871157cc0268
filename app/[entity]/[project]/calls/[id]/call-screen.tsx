"use client";

import dynamic from "next/dynamic";
import { useState } from "react";

import { CallPage } from "@/components/call/page/call-page";
import { FeedbackSkeleton, panelClass } from "@/components/feedback/feedback-skeleton";
import { NoteWishProvider } from "@/components/feedback/note-wish";
import { useMay } from "@/lib/queries/use-may";

// The server renders only its skeleton, so that the page responds before the forms are loaded.
const FeedbackPanel = dynamic(async () => (await import("@/components/feedback/feedback-panel")).FeedbackPanel, {
  loading: () => <FeedbackSkeleton className={panelClass} />,
});
// Loaded with the jobs, which are read after the page.
const CallTraining = dynamic(async () => (await import("@/components/training/call-training")).CallTraining, {
  ssr: false,
});

const AddToDataset = dynamic(async () => (await import("@/components/stored-table/add/add-dialog")).AddDialog, {
  ssr: false,
});

/** Composes the call, the feedback on it, the jobs trained on it, and the dataset that it becomes a case of. */
export function CallScreen({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  const [added, setAdded] = useState<string>();
  const mayWrite = useMay(projectId, "member");
  const page = (
    <CallPage
      projectId={projectId}
      serviceUrl={serviceUrl}
      feedbackOn={(callId) => (
        <NoteWishProvider key={`feedback ${callId}`}>
          <FeedbackPanel projectId={projectId} callId={callId} />
        </NoteWishProvider>
      )}
      usesOf={(callId) => <CallTraining key={`training ${callId}`} projectId={projectId} callId={callId} />}
      onAddToDataset={mayWrite ? setAdded : undefined}
    />
  );
  return (
    <>
      {page}
      {added !== undefined && (
        <AddToDataset projectId={projectId} callIds={[added]} onClose={() => setAdded(undefined)} />
      )}
    </>
  );
}
