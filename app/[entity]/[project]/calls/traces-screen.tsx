"use client";

import { TraceList } from "@/components/call/list/trace-list";
import { BulkFeedback } from "@/components/feedback/bulk-feedback";
import { FeedbackPanel } from "@/components/feedback/feedback-panel";
import { QueueLink } from "@/components/feedback/queue/queue-link";
import { AddToTable } from "@/components/stored-table/add/add-to-table";

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
        </>
      )}
    />
  );
}
