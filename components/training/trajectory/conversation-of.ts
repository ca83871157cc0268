import type { ReactNode } from "react";

import type { ChatMessage } from "@/lib/trace/conversation";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

/** Renders messages as on the page of a call; passed by the page, which may import both. */
export type ConversationOf = (
  messages: readonly ChatMessage[],
  tools: ReadonlyMap<string, ToolDefinition>,
) => ReactNode;
