"use client";

import { memo, useState } from "react";

import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/number";
import type { ChatMessage } from "@/lib/trace/conversation";

import { Message } from "./message";

/** Messages at the end of a long conversation that are shown at first. */
const shownMessages = 60;

interface ConversationProps {
  /** The accessible name. */
  label: string;
  messages: readonly ChatMessage[];
}

/** A conversation, read from top to bottom like one. Kept as it is while a running call counts its seconds. */
export const Conversation = memo(function Conversation({ label, messages }: ConversationProps) {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, messages.length - shownMessages);
  return (
    <div role="group" aria-label={label}>
      {hidden > 0 && (
        <Button size="small" className="my-2" onClick={() => setShowsAll(true)}>
          Show {formatCount(hidden)} earlier messages
        </Button>
      )}
      {messages.slice(hidden).map((message, index) => (
        // A conversation only grows at its end: a message's place is its identity.
        // oxlint-disable-next-line react/no-array-index-key
        <Message key={hidden + index} message={message} />
      ))}
    </div>
  );
});
