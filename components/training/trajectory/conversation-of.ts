import type { ReactNode } from "react";

import type { ChatMessage } from "@/lib/trace/conversation";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

/** Shows messages as the page of a call does; given by the page, which knows both. */
export type ConversationOf = (
  messages: readonly ChatMessage[],
  tools: ReadonlyMap<string, ToolDefinition>,
) => ReactNode;
