"use client";

import { TurnMessages } from "@/components/call/conversation/turn-messages";
import { ThreadPage } from "@/components/thread/page/thread-page";
import type { Call } from "@/lib/contract/calls";

interface ThreadScreenProps {
  projectId: string;
  threadId: string;
}

/** Composes a thread and the messages of its calls. */
export function ThreadScreen({ projectId, threadId }: ThreadScreenProps) {
  return <ThreadPage projectId={projectId} threadId={threadId} messagesOf={messagesOf} />;
}

function messagesOf(call: Call) {
  return <TurnMessages call={call} />;
}
