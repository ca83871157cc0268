"use client";

import { TurnMessages } from "@/components/call/conversation/turn-messages";
import { ThreadPage } from "@/components/thread/page/thread-page";
import { onDemand } from "@/components/ui/on-demand";
import type { Call, CallOverview } from "@/lib/contract/calls";

const feedbackPanel = onDemand(() => import("@/components/feedback/feedback-panel"));

/** Composes a thread, the messages of its calls and the feedback on it. */
export function ThreadScreen({ projectId, threadId }: { projectId: string; threadId: string }) {
  const feedback = feedbackPanel.useModule();
  return (
    <ThreadPage
      projectId={projectId}
      threadId={threadId}
      messagesOf={messagesOf}
      feedbackOn={(turnIds) =>
        feedback && <feedback.ThreadFeedback projectId={projectId} threadId={threadId} turnIds={turnIds} />
      }
    />
  );
}

function messagesOf(call: Call, overview: CallOverview | undefined) {
  return <TurnMessages call={call} overview={overview} />;
}
