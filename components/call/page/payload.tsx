"use client";

import dynamic from "next/dynamic";
import { useCallback } from "react";

import { JsonView } from "@/components/json/json-view";
import { cn } from "@/components/ui/cn";
import type { JsonText } from "@/lib/json/text";

import type { Repeated } from "../conversation/repeated-toggle";
import { CallSkeleton } from "./call-skeleton";
import type { CallChat } from "./use-conversation";
import type { PayloadLook } from "./use-payload-look";

// Shown for calls of models.
const Conversation = dynamic(async () => (await import("../conversation/conversation")).Conversation, {
  loading: () => <CallSkeleton label="Loading messages" />,
});

/** Which payload it is; paths into it begin with `inputs` or `output`. */
export type PayloadSide = "input" | "output";

interface PayloadProps {
  json: JsonText | undefined;
  side: PayloadSide;
  chat: CallChat;
  /** Messages at the beginning that an earlier call has too. */
  repeated?: Repeated | undefined;
  look: PayloadLook;
  onLook: (look: PayloadLook) => void;
  /** Shown when it is empty. */
  absent: string;
  className?: string;
}

/** A payload in the format that the user prefers; JSON if it is not a conversation. */
export function Payload({ json, side, chat, repeated, look, onLook, absent, className }: PayloadProps) {
  const showJson = useCallback(() => onLook("json"), [onLook]);
  if (!json) return <p className="py-2 text-muted">{absent}</p>;
  const label = side === "input" ? "Input" : "Output";
  const { conversation, tools } = chat;
  if (look !== "json" && conversation === "reading") return <CallSkeleton label="Loading messages" />;
  const messages = conversation === "reading" ? undefined : conversation?.[side];
  if (look !== "json" && conversation !== "reading" && messages && messages.length > 0)
    return (
      <Conversation
        label={label}
        messages={messages}
        tools={tools}
        isPlain={look === "plain"}
        showsTools={side === "input"}
        repeated={side === "input" ? repeated : undefined}
        otherFields={conversation?.otherFields[side].filter((name) => name !== "tools" || tools.size === 0)}
        onShowJson={showJson}
      />
    );
  const name = side === "input" ? "inputs" : "output";
  return <JsonView json={json} name={name} label={label} className={cn("max-sm:max-h-[70dvh]", className)} />;
}
