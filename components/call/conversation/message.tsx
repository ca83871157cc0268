import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/lib/format/number";
import type { ChatMessage } from "@/lib/trace/conversation";
import { isUsualFinish } from "@/lib/trace/finish-reason";
import type { MessagePart as Part } from "@/lib/trace/message-parts";
import type { ToolDefinition } from "@/lib/trace/tool-definitions";

import { MessagePart } from "./message-part";
import { roleColors } from "./role-colors";

/** Parts of a message that are shown at first. */
const shownParts = 200;

interface MessageProps {
  message: ChatMessage;
  /** The tools that were offered, by name. */
  tools: ReadonlyMap<string, ToolDefinition>;
  isPlain: boolean;
}

/** One message: the role on the left, the content on the right. */
export function Message({ message: { role, name, parts, finishReason }, tools, isPlain }: MessageProps) {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, parts.length - shownParts);
  const text = parts.map(plainTextOf).filter(Boolean).join("\n\n");
  return (
    <article
      aria-label={`${role} message`}
      className="group grid gap-x-4 gap-y-1 border-b border-line py-2 [contain-intrinsic-size:auto_60px] [content-visibility:auto] last:border-b-0 @min-[420px]:grid-cols-[76px_minmax(0,1fr)]"
    >
      <header className="flex items-start gap-1 @min-[420px]:flex-wrap @min-[420px]:content-start">
        <span className={cn("text-meta leading-5 font-medium wrap-anywhere", roleColors[role] ?? "text-ink")}>
          {role}
        </span>
        {name && <span className="text-label wrap-anywhere text-muted">{name}</span>}
        {text && (
          <CopyButton
            text={text}
            label="Copy message"
            className="-ml-1 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-sm:opacity-100"
          />
        )}
      </header>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
        {parts.length === 0 && <span className="text-muted">empty</span>}
        {parts.slice(0, parts.length - hidden).map((part, index) => (
          // Parts have no identity other than their index.
          <MessagePart key={index} part={part} tools={tools} isMarkdown={!isPlain && role === "assistant"} />
        ))}
        {hidden > 0 && (
          <Button size="small" className="justify-self-start" onClick={() => setShowsAll(true)}>
            Show {formatCount(hidden)} more parts
          </Button>
        )}
        {finishReason && (
          <span>
            <Badge tone={isUsualFinish(finishReason) ? "neutral" : "warning"}>
              <span className="sr-only">Finish reason:</span>
              {finishReason}
            </Badge>
          </span>
        )}
      </div>
    </article>
  );
}

function plainTextOf(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
    case "refusal":
      return part.text;
    case "tool_call":
      return `${part.name}(${part.arguments})`;
    case "tool_result":
      return part.text ?? part.json ?? "";
    case "media":
      return part.text ?? (part.url === undefined || part.url.startsWith("data:") ? `[${part.medium}]` : part.url);
    case "json":
      return part.json;
  }
}
