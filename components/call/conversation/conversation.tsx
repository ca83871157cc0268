"use client";

import dynamic from "next/dynamic";
import { memo, useMemo, useState } from "react";

import { Button } from "@/components/ui/button";
import { counted, formatCount } from "@/lib/format/number";
import type { ChatMessage } from "@/lib/trace/conversation";
import { mediaShownAtOnce } from "@/lib/trace/shown-media";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

import { ShownMedia } from "./media";
import { Message } from "./message";
import type { Repeated } from "./repeated-toggle";
import { OfferedTools } from "./tool-definitions";

const RepeatedToggle = dynamic(async () => (await import("./repeated-toggle")).RepeatedToggle, { ssr: false });

/** Messages at the end of a long conversation that are shown at first. */
const shownMessages = 60;

interface ConversationProps {
  /** The accessible name. */
  label: string;
  messages: readonly ChatMessage[];
  /** The tools that were offered, by name. */
  tools: ReadonlyMap<string, ToolDefinition>;
  /** Shows every text as it was written; otherwise answers are rendered as Markdown. */
  isPlain?: boolean;
  /** Shows the tools before the messages. */
  showsTools?: boolean;
  /** Folded until they are asked for. */
  repeated?: Repeated | undefined;
  /** Names of the fields other than the messages. */
  otherFields?: readonly string[];
  /** Opens the whole payload. */
  onShowJson?: () => void;
}

/** Maximum number of other fields whose names are listed. */
const namedFields = 8;

/** A conversation from top to bottom. Memoised, since a running call renders every second. */
export const Conversation = memo(function Conversation(props: ConversationProps) {
  const { label, messages, tools, isPlain = false, showsTools = false, repeated, otherFields = [], onShowJson } = props;
  const [showsAll, setShowsAll] = useState(false);
  const [showsRepeated, setShowsRepeated] = useState(false);
  const folded = repeated && !showsRepeated ? repeated.count : 0;
  const hidden = Math.max(folded, showsAll ? 0 : messages.length - shownMessages);
  const shownMedia = useMemo(() => mediaShownAtOnce(messages), [messages]);
  return (
    <div role="group" aria-label={label}>
      {showsTools && <OfferedTools tools={tools} />}
      {repeated && (
        <RepeatedToggle repeated={repeated} isOpen={showsRepeated} onToggle={() => setShowsRepeated(!showsRepeated)} />
      )}
      {hidden > folded && (
        <Button size="small" className="my-2" onClick={() => setShowsAll(true)}>
          Show {counted(hidden - folded, "earlier message")}
        </Button>
      )}
      <ShownMedia value={shownMedia}>
        {messages.slice(hidden).map((message, index) => (
          // A conversation only grows at its end, so a message's index identifies it.
          <Message key={hidden + index} message={message} tools={tools} isPlain={isPlain} />
        ))}
      </ShownMedia>
      {otherFields.length > 0 && (
        <p className="flex min-w-0 items-baseline gap-1.5 py-1 text-meta text-muted">
          <span className="min-w-0 truncate">
            Other fields: <span className="font-mono text-label">{otherFields.slice(0, namedFields).join(", ")}</span>
            {otherFields.length > namedFields && ` and ${formatCount(otherFields.length - namedFields)} more`}
          </span>
          {onShowJson && (
            <button type="button" onClick={onShowJson} className="shrink-0 text-accent-ink underline">
              Show as JSON
            </button>
          )}
        </p>
      )}
    </div>
  );
});
