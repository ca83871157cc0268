"use client";

import { callRef, threadRef } from "@/lib/contract/refs";

import { FeedbackOn } from "./feedback-on";
import { panelClass } from "./feedback-skeleton";

/** The feedback on a call, and the forms to add some. */
export function FeedbackPanel({ projectId, callId }: { projectId: string; callId: string }) {
  return <FeedbackOn subject={{ projectId, ref: callRef(projectId, callId) }} className={panelClass} />;
}

interface ThreadFeedbackProps {
  projectId: string;
  threadId: string;
  /** The ids of its turns' calls. */
  turnIds: readonly string[];
}

/** The feedback on a thread as a whole, and the forms to add some. */
export function ThreadFeedback({ projectId, threadId, turnIds }: ThreadFeedbackProps) {
  return (
    <FeedbackOn
      subject={{ projectId, ref: threadRef(projectId, threadId) }}
      title="Thread feedback"
      callIds={turnIds}
      className="border-t border-line bg-raised py-2 sm:max-h-[50%]"
    />
  );
}
