"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { onDemand } from "@/components/ui/on-demand";
import type { Call } from "@/lib/contract/calls";
import { callName } from "@/lib/format/call-name";
import type { JsonText } from "@/lib/json/text";
import { callDetail } from "@/lib/queries/trace";
import type { Conversation } from "@/lib/trace/conversation";
import type { Prompt, RequestChanges } from "@/lib/trace/request-changes";
import type { SpanTree } from "@/lib/trace/span-tree";

import type { Repeated } from "../conversation/repeated-toggle";
import { readSmallChat } from "./use-conversation";

const growth = onDemand(async () => {
  const [previous, changes, parameters, tools] = await Promise.all([
    import("@/lib/trace/prompt-growth"),
    import("@/lib/trace/request-changes"),
    import("@/lib/trace/model-parameters"),
    import("@/lib/trace/tool-definitions"),
  ]);
  return { ...previous, ...changes, ...parameters, ...tools };
});

/** How the prompt of a model call differs from that of the model call before it in the trace. */
export interface PromptGrowth {
  /** The name of the call before it. */
  callName: string;
  changes: RequestChanges;
  /** The messages at the beginning that both have; undefined if there are none. */
  repeated: Repeated | undefined;
}

interface ShownCall {
  call: Call;
  /** As shown: values that the call refers to are in their places. */
  inputs: JsonText;
  conversation: Conversation | undefined | "reading";
  tree: SpanTree | undefined;
}

/** Undefined if there is no model call before it in the trace, or if one of the two prompts is not a chat. */
export function usePromptGrowth({ call, inputs, conversation, tree }: ShownCall): PromptGrowth | undefined {
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
    if (!before) return undefined;
    const promptOf = (of: Conversation, sent: Pick<Call, "inputs" | "attributes">): Prompt => ({
      ...of,
      tools: read.readTools(sent.inputs),
      parameters: read.readModelParameters(sent),
    });
    const count = read.repeatedMessages(chat.input, before);
    const name = callName(previous);
    return {
      callName: name,
      changes: read.requestChanges(promptOf(before, earlier), promptOf(chat, { inputs, attributes: call.attributes })),
      repeated: count === 0 ? undefined : { count, callName: name },
    };
  }, [read, previous, earlier, chat, inputs, call.attributes]);
}
