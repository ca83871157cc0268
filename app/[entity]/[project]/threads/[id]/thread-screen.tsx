"use client";

import dynamic from "next/dynamic";

import { TurnMessages } from "@/components/call/conversation/turn-messages";
import { ThreadPage } from "@/components/thread/page/thread-page";
import type { Call, CallOverview } from "@/lib/contract/calls";

const ThreadFeedback = dynamic(async () => (await import("@/components/feedback/feedback-panel")).ThreadFeedback, {
  ssr: false,
});

/** Composes a thread, the messages of its calls and the feedback on it. */
export function ThreadScreen({ projectId, threadId }: { projectId: string; threadId: string }) {
  return (
    <ThreadPage
      projectId={projectId}
      threadId={threadId}
      messagesOf={messagesOf}
      feedback={<ThreadFeedback projectId={projectId} threadId={threadId} />}
    />
  );
}

function messagesOf(call: Call, overview: CallOverview | undefined) {
  return <TurnMessages call={call} overview={overview} />;
}
