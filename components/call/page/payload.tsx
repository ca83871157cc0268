"use client";

import { JsonView } from "@/components/json/json-view";
import { cn } from "@/components/ui/cn";
import type { JsonText } from "@/lib/contract/json/text";
import type { ChatMessage } from "@/lib/trace/conversation";

import { Conversation } from "../conversation/conversation";
import type { PayloadLook } from "./use-payload-look";

interface PayloadProps {
  json: JsonText | undefined;
  /** How paths into it begin: `inputs`. */
  name: string;
  label: string;
  /** What it says as a conversation, if it is one. */
  messages: readonly ChatMessage[] | undefined;
  look: PayloadLook;
  /** Said when there is nothing. */
  absent: string;
  className?: string;
}

/** A payload in the look that the reader prefers; JSON where it is no conversation. */
export function Payload({ json, name, label, messages, look, absent, className }: PayloadProps) {
  if (!json) return <p className="py-2 text-muted">{absent}</p>;
  if (look === "chat" && messages && messages.length > 0) return <Conversation label={label} messages={messages} />;
  return <JsonView json={json} name={name} label={label} className={cn("max-sm:max-h-[70dvh]", className)} />;
}
