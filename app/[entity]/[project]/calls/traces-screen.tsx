"use client";

import dynamic from "next/dynamic";

import { TraceList } from "@/components/call/list/trace-list";

// Loaded when a call is previewed or some are selected. `ssr: false` gives each its own boundary; without it a
// selection would only appear once these are loaded, and a selection made before that would be lost.
const FeedbackPanel = dynamic(async () => (await import("@/components/feedback/feedback-panel")).FeedbackPanel, {
  ssr: false,
});
const BulkFeedback = dynamic(async () => (await import("@/components/feedback/bulk-feedback")).BulkFeedback, {
  ssr: false,
});
const AddToQueue = dynamic(async () => (await import("@/components/feedback/queue/add-to-queue")).AddToQueue, {
  ssr: false,
});
const TrainLink = dynamic(async () => (await import("@/components/training/train-link")).TrainLink, { ssr: false });
const AddToTable = dynamic(async () => (await import("@/components/stored-table/add/add-to-table")).AddToTable, {
  ssr: false,
});

/** Composes the list of calls and the feedback on one of them. */
export function TracesScreen({ projectId }: { projectId: string }) {
  return (
    <TraceList
      projectId={projectId}
      feedbackOn={(callId) => <FeedbackPanel key={`feedback ${callId}`} projectId={projectId} callId={callId} />}
      feedbackOnAll={(callIds) => (
        <>
          <BulkFeedback projectId={projectId} callIds={callIds} />
          <AddToQueue projectId={projectId} callIds={callIds} />
          <AddToTable projectId={projectId} callIds={callIds} />
          <TrainLink projectId={projectId} callIds={callIds} />
        </>
      )}
    />
  );
}
