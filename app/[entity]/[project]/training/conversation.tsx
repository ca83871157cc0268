"use client";

import dynamic from "next/dynamic";

import { Skeleton } from "@/components/ui/skeleton";
import type { ConversationOf } from "@/components/training/trajectory/conversation-of";

// Loaded when a trajectory is opened.
const Conversation = dynamic(async () => (await import("@/components/call/conversation/conversation")).Conversation, {
  ssr: false,
  loading: () => <Skeleton className="my-2 w-1/2" />,
});

/** Composes trajectories and the conversations of calls. */
export const trainingConversation: ConversationOf = (messages, tools) => (
  <Conversation label="Messages" messages={messages} tools={tools} showsTools={tools.size > 0} />
);
