"use client";

import dynamic from "next/dynamic";

import { TraceList } from "@/components/call/list/trace-list";
import { QueueLink } from "@/components/feedback/queue/queue-link";

// Wanted once a call is looked into, or some are chosen.
const FeedbackPanel = dynamic(async () => (await import("@/components/feedback/feedback-panel")).FeedbackPanel);
const BulkFeedback = dynamic(async () => (await import("@/components/feedback/bulk-feedback")).BulkFeedback);
const TrainLink = dynamic(async () => (await import("@/components/training/train-link")).TrainLink);
const AddToTable = dynamic(async () => (await import("@/components/stored-table/add/add-to-table")).AddToTable);

/** Joins the list of calls and the feedback on one of them: the two know nothing of each other. */
export function TracesScreen({ projectId }: { projectId: string }) {
  return (
    <TraceList
      projectId={projectId}
      feedbackOn={(callId) => <FeedbackPanel key={`feedback ${callId}`} projectId={projectId} callId={callId} />}
      feedbackOnAll={(callIds) => (
        <>
          <BulkFeedback projectId={projectId} callIds={callIds} />
          <QueueLink projectId={projectId} callIds={callIds} />
          <AddToTable projectId={projectId} callIds={callIds} />
          <TrainLink projectId={projectId} callIds={callIds} />
        </>
      )}
    />
  );
}
