"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { onDemand } from "@/components/ui/on-demand";
import type { Call } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import { callDetail } from "@/lib/queries/trace";
import type { Conversation } from "@/lib/trace/conversation";
import type { SpanTree } from "@/lib/trace/span-tree";

import type { Repeated } from "../conversation/repeated-toggle";
import { readSmallChat } from "./use-conversation";

const growth = onDemand(() => import("@/lib/trace/prompt-growth"));

/** The messages of a model call's input that the model call before it in the trace has too. */
export function useRepeated(
  call: Call,
  tree: SpanTree | undefined,
  conversation: Conversation | undefined | "reading",
): Repeated | undefined {
  const read = growth.useModule();
  const previous = useMemo(() => tree && read?.previousModelCall(tree, call.id), [read, tree, call.id]);
  const chat = conversation === "reading" ? undefined : conversation;
  const { data: earlier } = useQuery({
    ...callDetail(call.project_id, previous?.id ?? ""),
    enabled: previous !== undefined && chat !== undefined,
  });
  return useMemo(() => {
    if (!read || !previous || earlier?.id !== previous.id || !chat) return undefined;
    const before = readSmallChat(earlier.inputs, earlier.output);
    const count = before ? read.repeatedMessages(chat.input, before) : 0;
    return count === 0 ? undefined : { count, callName: callName(previous) };
  }, [read, previous, earlier, chat]);
}
