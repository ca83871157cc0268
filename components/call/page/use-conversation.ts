"use client";

import { useEffect, useMemo, useState } from "react";

import type { JsonText } from "@/lib/json/text";
import { type Conversation, readConversation } from "@/lib/trace/conversation";
import { readTools, type ToolDefinition } from "@/lib/trace/tool-definitions";

/** Number of characters from which payloads are read in a separate task, so that the page stays responsive. */
const LARGE_CHARS = 1_000_000;

/** A call's payloads as a chat. */
export interface CallChat {
  /** Undefined if they contain none; `"reading"` for a moment if they are large. */
  conversation: Conversation | undefined | "reading";
  /** The tools that were offered to the model, by name. */
  tools: ReadonlyMap<string, ToolDefinition>;
}

const noTools: ReadonlyMap<string, ToolDefinition> = new Map();
const noChat: CallChat = { conversation: undefined, tools: noTools };

/** Reads the chat in a call's payloads. */
export function useConversation(inputs: JsonText, output: JsonText | undefined): CallChat {
  const isLarge = isLargePair(inputs, output);
  // A call that is read again has new text objects, mostly of the same text.
  const small = useMemo(
    () => (isLarge ? noChat : readChat(inputs, output)),
    [isLarge, inputs.text, output?.text], // oxlint-disable-line react/exhaustive-deps -- as above
  );
  const [large, setLarge] = useState<CallChat>({ conversation: "reading", tools: noTools });
  useEffect(() => {
    if (!isLarge) return;
    const timer = setTimeout(() => setLarge(readChat(inputs, output)));
    return () => clearTimeout(timer);
  }, [isLarge, inputs.text, output?.text]); // oxlint-disable-line react/exhaustive-deps -- as above
  return isLarge ? large : small;
}

/** The chat in a call's payloads, if they are small enough to be read while the page is shown. */
export function readSmallChat(inputs: JsonText, output: JsonText | undefined): Conversation | undefined {
  return isLargePair(inputs, output) ? undefined : readConversation(inputs, output);
}

function isLargePair(inputs: JsonText, output: JsonText | undefined): boolean {
  return inputs.text.length + (output?.text.length ?? 0) > LARGE_CHARS;
}

function readChat(inputs: JsonText, output: JsonText | undefined): CallChat {
  const conversation = readConversation(inputs, output);
  return { conversation, tools: conversation ? readTools(inputs) : noTools };
}
