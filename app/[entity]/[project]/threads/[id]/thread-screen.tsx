"use client";

import { TurnMessages } from "@/components/call/conversation/turn-messages";
import { ThreadPage } from "@/components/thread/page/thread-page";
import type { Call, CallOverview } from "@/lib/contract/calls";

/** Composes a thread and the messages of its calls. */
export function ThreadScreen({ projectId, threadId }: { projectId: string; threadId: string }) {
  return <ThreadPage projectId={projectId} threadId={threadId} messagesOf={messagesOf} />;
}

function messagesOf(call: Call, overview: CallOverview | undefined) {
  return <TurnMessages call={call} overview={overview} />;
}
