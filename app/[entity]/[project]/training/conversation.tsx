"use client";

import { Conversation } from "@/components/call/conversation/conversation";
import type { ConversationOf } from "@/components/training/trajectory/conversation-of";

/** Joins trajectories and the conversations of calls: the two know nothing of each other. */
export const trainingConversation: ConversationOf = (messages, tools) => (
  <Conversation label="Messages" messages={messages} tools={tools} showsTools={tools.size > 0} />
);
